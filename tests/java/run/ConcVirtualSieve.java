// run: min=21 args="40"
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** A chain of virtual threads, one per prime, through which numbers fall; and a ring that passes a token round. */
public class ConcVirtualSieve {
    /** A channel that knows where it ends; a stage that is no longer needed is interrupted. */
    record Channel(BlockingQueue<Integer> queue) {
        static Channel direct() {
            return new Channel(new SynchronousQueue<>());
        }

        static Channel buffered(int size) {
            return new Channel(new ArrayBlockingQueue<>(size));
        }

        void send(int n) throws InterruptedException {
            queue.put(n);
        }

        int receive() throws InterruptedException {
            return queue.take();
        }
    }

    interface Body {
        void run() throws InterruptedException;
    }

    /** Threads that run until they are told to stop, all together. */
    static final class Family {
        private final List<Thread> members = new ArrayList<>();
        private int interrupted;

        void start(String name, Body body) {
            members.add(Thread.ofVirtual().name(name).start(() -> {
                try {
                    body.run();
                } catch (InterruptedException e) {
                    synchronized (this) {
                        interrupted++;
                    }
                }
            }));
        }

        int stop() throws InterruptedException {
            for (Thread t : members) {
                t.interrupt();
            }
            for (Thread t : members) {
                t.join();
            }
            synchronized (this) {
                return interrupted;
            }
        }

        int size() {
            return members.size();
        }
    }

    static List<Integer> primes(int count, int buffer) throws InterruptedException {
        Family family = new Family();
        Channel numbers = buffer == 0 ? Channel.direct() : Channel.buffered(buffer);
        Channel source = numbers;
        family.start("generator", () -> {
            for (int n = 2;; n++) {
                source.send(n);
            }
        });
        List<Integer> primes = new ArrayList<>();
        while (primes.size() < count) {
            int prime = numbers.receive();
            primes.add(prime);
            Channel in = numbers;
            Channel out = buffer == 0 ? Channel.direct() : Channel.buffered(buffer);
            family.start("filter-" + prime, () -> {
                for (;;) {
                    int n = in.receive();
                    if (n % prime != 0) {
                        out.send(n);
                    }
                }
            });
            numbers = out;
        }
        System.out.println("buffer " + buffer + ": stages " + family.size() + ", all of them interrupted "
            + (family.stop() == family.size()));
        return primes;
    }

    static void ring(int size, int rounds) throws InterruptedException {
        Family family = new Family();
        Channel[] links = new Channel[size];
        for (int i = 0; i < size; i++) {
            links[i] = Channel.direct();
        }
        Channel result = Channel.buffered(1);
        for (int i = 0; i < size; i++) {
            int me = i;
            family.start("node-" + i, () -> {
                for (;;) {
                    int token = links[me].receive();
                    if (token == size * rounds) {
                        result.send(me);
                    } else {
                        links[(me + 1) % size].send(token + 1);
                    }
                }
            });
        }
        links[0].send(0);
        System.out.println("the token stopped at node " + result.receive() + " of " + size);
        System.out.println("stopped " + family.stop());
    }

    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        List<Integer> primes = primes(count, 0);
        System.out.println(primes);
        System.out.println("the same with buffers " + primes.equals(primes(count, 3)));
        ring(50, 6);
    }
}
