// SPDX-License-Identifier: MIT
import java.io.*;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.*;
import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * SCRU64 IDs from the agent `sortid node serve` (docs/node-agent.md), for all threads; Java 16 or
 * later. Java programs do not fork. java SortidAgent.java SOCKET COUNT
 */
public final class SortidAgent {
    private final String path;
    private SocketChannel channel;
    private BufferedReader reader;
    private long next, left, until;

    public SortidAgent(String path) {
        this.path = path;
    }

    /** An ID. After an exception the caller may try again later. */
    public synchronized long next() throws IOException, InterruptedException {
        while (left == 0 || System.nanoTime() - until >= 0) {
            try {
                ask(1000);
            } catch (IOException failure) {
                if (channel != null)
                    channel.close();
                channel = null;
                left = 0;
                throw new IOException("agent " + path + ": " + failure.getMessage(), failure);
            }
        }
        left--;
        return next++;
    }

    /** One request, which is never sent again: what a lost answer had is a gap. */
    private void ask(int most) throws IOException, InterruptedException {
        left = 0;
        if (channel == null) {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
            reader = new BufferedReader(Channels.newReader(channel, US_ASCII));
        }
        long asked = System.nanoTime();
        channel.write(US_ASCII.encode("GET " + most + "\n"));
        String line = reader.readLine();
        String[] words = line == null ? new String[] {"end"} : line.split(" ");
        if (words[0].equals("BLOCK")) {
            next = Long.parseLong(words[2]);
            left = Long.parseLong(words[3]);
            until = asked + Long.parseLong(words[4]) * 1_000_000;
        } else if (words[0].equals("BUSY")) {
            Thread.sleep(Long.parseLong(words[1]));
        } else {
            throw new IOException(line == null ? "the connection ended" : line);
        }
    }

    public static void main(String[] words) throws Exception {
        var agent = new SortidAgent(words[0]);
        var out = new PrintStream(new BufferedOutputStream(System.out));
        for (int count = Integer.parseInt(words[1]); count > 0; count--) {
            String text = Long.toString(agent.next(), 36);
            out.println("0".repeat(12 - text.length()) + text);
        }
        out.flush();
    }
}
