// SPDX-License-Identifier: MIT
// Prints COUNT Snowflake IDs of the worker number that `sortid node run` gives (docs/node-workers.md).
//
//	sortid node run flakes --pool snow -- ./server COUNT
//
// Its clock is that of the start plus the time since then: a later step of the system's clock does not change it.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"github.com/bwmarrin/snowflake"
)

func main() {
	worker, err := strconv.ParseInt(os.Getenv("SORTID_WORKER_ID"), 10, 64)
	first, errFirst := strconv.ParseInt(os.Getenv("SORTID_NOT_BEFORE_MS"), 10, 64)
	if err != nil || errFirst != nil || time.Now().UnixMilli() < first {
		log.Fatal("start this by sortid node run")
	}
	node, err := snowflake.NewNode(worker)
	if err != nil {
		log.Fatal(err)
	}
	for count, _ := strconv.Atoi(os.Args[1]); count > 0; count-- {
		fmt.Println(node.Generate())
	}
}
