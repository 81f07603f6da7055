module workers

go 1.19

require github.com/bwmarrin/snowflake v0.3.0
