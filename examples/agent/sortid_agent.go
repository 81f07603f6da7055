// SPDX-License-Identifier: MIT
// SCRU64 IDs from the agent `sortid node serve` (docs/node-agent.md), for all goroutines.
//
//	go run sortid_agent.go SOCKET COUNT
package main

import (
	"bufio"
	"fmt"
	"log"
	"net"
	"os"
	"strconv"
	"sync"
	"time"
)

// Agent gives IDs. Go programs do not fork.
type Agent struct {
	Path string
	sync.Mutex
	connection net.Conn
	reader     *bufio.Reader
	next, left uint64
	until      time.Time
}

// Next returns an ID. After an error the caller may try again later.
func (a *Agent) Next() (uint64, error) {
	a.Lock()
	defer a.Unlock()
	for a.left == 0 || !time.Now().Before(a.until) {
		if err := a.ask(1000); err != nil {
			a.connection = nil // its finalizer closes it
			return 0, fmt.Errorf("agent %s: %w", a.Path, err)
		}
	}
	a.left--
	a.next++
	return a.next - 1, nil
}

// One request, which is never sent again: what a lost answer had is a gap.
func (a *Agent) ask(most int) (err error) {
	a.left = 0
	if a.connection == nil {
		if a.connection, err = net.Dial("unix", a.Path); err != nil {
			return err
		}
		a.reader = bufio.NewReader(a.connection)
	}
	asked := time.Now()
	fmt.Fprintf(a.connection, "GET %d\n", most) // after an error there is no line to read
	line, err := a.reader.ReadString('\n')
	if err != nil {
		return err
	}
	var text string
	var ms time.Duration
	if n, _ := fmt.Sscanf(line, "BLOCK %s %d %d %d", &text, &a.next, &a.left, &ms); n == 4 {
		a.until = asked.Add(ms * time.Millisecond)
	} else if n, _ := fmt.Sscanf(line, "BUSY %d", &ms); n == 1 {
		time.Sleep(ms * time.Millisecond)
	} else {
		return fmt.Errorf("%q", line)
	}
	return nil
}

func main() {
	agent := Agent{Path: os.Args[1]}
	for count, _ := strconv.Atoi(os.Args[2]); count > 0; count-- {
		id, err := agent.Next()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%012s\n", strconv.FormatUint(id, 36))
	}
}
