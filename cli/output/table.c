/* SPDX-License-Identifier: MIT */
/* table.c: writes columns of readings. A value that a reading lacks is empty; aligned, it is "-".
 * No value has a tab: texts that were read are ASCII without control characters, and those of names
 * of files are escaped. The names of the columns wait as a first row. */
#include "table.h"
#include "time_form.h"
#include "../options/times.h"
#include "../ids/format_info.h"
#include "../../common/text.h"
#include "../../common/output.h"
#include "../../common/similar.h"

#include <inttypes.h>

/* The longest value: a text of READING_TEXT_MAX bytes, and NUL. */
#define VALUE_SIZE (READING_TEXT_MAX + 1)

/* The columns that are not fields, in the order of the message that lists them. */
/* clang-format off */
enum column {
    INPUT, FORMAT, ID, TIME, LOCAL, AGE, UNIX, MS, NODE, HEX, INT, UUID, COUNTER, CONFIDENCE,
    FILE_NAME, LINE, COLUMN, FIELD
};
static const char *const columns[] = {
    "input", "format", "id", "time", "local", "age", "unix", "ms", "node", "hex", "int", "uuid",
    "counter", "confidence", "file", "line", "column"
};
/* clang-format on */
_Static_assert(sizeof columns / sizeof *columns == FIELD, "a name for each column");

struct row {
    const struct table *table;
    const sortid_reading *reading;
    const struct table_text *text;
};

const char *table_column(size_t index)
{
    return index < FIELD ? columns[index] : NULL;
}

/* The time, where a reading has one. */
static void write_time(char value[VALUE_SIZE], const struct row *row, enum column column)
{
    int64_t ms = row->reading->unix_ms;
    if (row->reading->has_time == 0)
        return;
    if (column == LOCAL && time_print_local(value, ms) == 0)
        value[0] = '\0';
    else if (column == AGE)
        age_print(value, ms, row->table->now_ms);
    else if (column != LOCAL)
        time_form_print(value,
                        column == TIME   ? TIME_FORM_ISO
                        : column == UNIX ? TIME_FORM_UNIX
                                         : TIME_FORM_MS,
                        ms, false);
}

/* Reads the field of a name, which may be in any case; writes "" if there is none. */
static void read_field(char value[VALUE_SIZE], const sortid_reading *reading, const char *wanted)
{
    const char *name;
    size_t count = kind_info_of(reading->kind)->field_count;
    for (size_t i = 0; i < count; i++)
        if (reading_print_field(reading, &name, value, i) && same_word(name, wanted))
            return;
    value[0] = '\0';
}

/* What tells generators apart: node id, worker, machine or shard; and a counter. */
static void write_node(char value[VALUE_SIZE], const struct row *row, enum column column)
{
    static const char *const names[] = {"node", "worker", "machine", "shard"};
    uint32_t node_id, counter;
    if (reading_split_node(&node_id, &counter, row->reading, row->table->options->node_size))
        snprintf(value, VALUE_SIZE, "%" PRIu32, column == NODE ? node_id : counter);
    else if (column == COUNTER)
        read_field(value, row->reading, "counter");
    else
        for (size_t i = 0; i < sizeof names / sizeof *names && value[0] == '\0'; i++)
            read_field(value, row->reading, names[i]);
}

static void write_value(char value[VALUE_SIZE], const struct row *row, size_t index)
{
    const sortid_reading *reading = row->reading;
    const sortid_format *format = reading->format;
    enum column column = row->table->kinds[index];
    size_t written;
    value[0] = '\0';
    switch (column) {
    case INPUT:
        snprintf(value, VALUE_SIZE, "%.*s", (int)row->text->length, row->text->text);
        break;
    case LINE:
    case COLUMN:
        snprintf(value, VALUE_SIZE, "%" PRIu64,
                 column == LINE ? row->text->place.line : row->text->column);
        break;
    case FORMAT:
        snprintf(value, VALUE_SIZE, "%s", kind_info_of(reading->kind)->name);
        break;
    case ID:
        if (sortid_reading_print(reading, value, VALUE_SIZE, &written) != SORTID_OK)
            value[0] = '\0';
        break;
    case HEX:
        reading_hex(value, reading);
        break;
    case INT:
    case UUID:
        if (format == NULL && reading->size == sizeof(sortid_ulid))
            format = sortid_ulid_format(); // of any bytes
        if (format != NULL)
            print_id(value, format, column == INT ? SORTID_ENCODING_INT : SORTID_ENCODING_UUID,
                     reading->id);
        break;
    case NODE:
    case COUNTER:
        write_node(value, row, column);
        break;
    case CONFIDENCE:
        snprintf(value, VALUE_SIZE, "%s", reading_confidence(reading->confidence));
        break;
    case FIELD:
        read_field(value, reading, row->table->names[index]);
        break;
    default:
        write_time(value, row, column);
    }
}

/* The name of a field as its kind has it; `wanted` may be in any case. NULL: there is none, and
 * *similar is replaced by a name that is nearer. */
static const char *find_field(const char *wanted, const char **similar)
{
    const sortid_kind *kind;
    const char *name;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        for (size_t field = 0; (name = sortid_kind_field_name(kind, field)) != NULL; field++) {
            if (same_word(name, wanted))
                return name;
            *similar = similar_word(wanted, name, *similar);
        }
    return NULL;
}

static void append(struct table *table, unsigned column, const char *name)
{
    size_t index = table->count++, length = strlen(name);
    table->kinds[index] = column;
    memcpy(table->names[index], name, length + 1);
    table->widths[index] = length;
    memcpy(table->waiting + table->used, name, length + 1);
    table->used += length + 1;
}

static bool has_column(const struct table *table, enum column column)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->kinds[i] == column)
            return true;
    return false;
}

static void add_column(struct table *table, const char *wanted)
{
    struct names names = {"", NULL};
    unsigned column = 0;
    for (; column < FIELD && !same_word(columns[column], wanted); column++)
        names_add(&names, columns[column], wanted);
    const char *name = column < FIELD ? columns[column] : find_field(wanted, &names.similar);
    if (column == FILE_NAME && has_column(table, FILE_NAME))
        report_usage("--columns: file can be a column once");
    if (name != NULL)
        append(table, column, name);
    else
        names_refuse(&names, "column", wanted, ", and the names of fields");
}

/* Copies the next name of a list without the blanks around it, shortened to the buffer; returns
 * what follows it: a comma or the end. */
static const char *next_name(char name[SORTID_READING_TEXT_SIZE], const char *at)
{
    at += strspn(at, " \t");
    size_t length = strcspn(at, ",");
    const char *end = at + length;
    while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
        length--;
    if (length >= SORTID_READING_TEXT_SIZE)
        length = SORTID_READING_TEXT_SIZE - 1;
    memcpy(name, at, length);
    name[length] = '\0';
    return end;
}

void table_init(struct table *table, const struct options *options, bool is_aligned)
{
    char name[SORTID_READING_TEXT_SIZE];
    const char *at = options->columns;
    memset(table, 0, sizeof *table);
    table->options = options;
    table->is_aligned = is_aligned;
    table->has_heading = is_aligned || options->header;
    table->now_ms = present_ms();
    for (;; at++) {
        at = next_name(name, at);
        if (table->count == TABLE_COLUMNS)
            report_usage("--columns: more than %d columns", TABLE_COLUMNS);
        add_column(table, name);
        if (*at == '\0')
            break;
    }
    table->heading = table->used;
}

/* Control characters are written as \xNN. */
static void write_file(char value[FILE_SIZE], const char *file)
{
    size_t used = 0;
    for (; *file != '\0' && used < FILE_SIZE - sizeof "\\xNN"; file++) {
        unsigned char byte = (unsigned char)*file;
        bool is_control = byte < 0x20 || byte == 0x7f;
        used +=
            (size_t)snprintf(value + used, FILE_SIZE - used, is_control ? "\\x%02x" : "%c", byte);
    }
    value[used] = '\0';
}

void table_add(struct table *table, const sortid_reading *reading, const struct table_text *text)
{
    const struct row row = {.table = table, .reading = reading, .text = text};
    if (sizeof table->waiting - table->used < table->count * VALUE_SIZE + FILE_SIZE)
        table_flush(table);
    for (size_t i = 0; i < table->count; i++) {
        char value[FILE_SIZE];
        if (table->kinds[i] == FILE_NAME)
            write_file(value, text->place.file);
        else
            write_value(value, &row, i);
        if (value[0] == '\0' && table->is_aligned)
            memcpy(value, "-", 2);
        size_t size = strlen(value) + 1;
        if (size - 1 > table->widths[i])
            table->widths[i] = size - 1;
        memcpy(table->waiting + table->used, value, size);
        table->used += size;
    }
}

/* One value of a line: a tab, or aligned two spaces, are between columns. */
static struct text append_value(struct text line, const struct table *table, size_t index,
                                const char *value)
{
    line = text_string(line, value);
    if (index + 1 == table->count)
        return text_string(line, "\n");
    if (!table->is_aligned)
        return text_string(line, "\t");
    return text_repeated(line, ' ', table->widths[index] + 2 - strlen(value));
}

/* Writes the values of a row from `at` on; returns where the next row begins. */
static size_t write_row(const struct table *table, size_t at)
{
    size_t size = 1 + FILE_SIZE + table->count * (VALUE_SIZE + SORTID_READING_TEXT_SIZE + 3);
    char *out = output_reserve(size);
    struct text text = text_begin(out, size);
    for (size_t i = 0; i < table->count; i++) {
        const char *value = table->waiting + at;
        text = append_value(text, table, i, value);
        at += strlen(value) + 1;
    }
    output_commit((size_t)(text.at - out));
    return at;
}

void table_flush(struct table *table)
{
    if (table->used == table->heading && (table->is_aligned || !table->has_heading))
        return; // aligned, the names wait for the first row
    for (size_t at = table->has_heading ? 0 : table->heading; at < table->used;)
        at = write_row(table, at);
    table->heading = 0;
    table->used = 0;
}
