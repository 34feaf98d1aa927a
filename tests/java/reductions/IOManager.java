import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The life of an I/O request packet, after the description by Elmas, Qadeer and Tasiran (PLDI 2007, section 7): one
 * thread creates n packets (1 unless the argument says otherwise) and queues them as pending, a second completes them,
 * a third may cancel the one created last, and a fourth post-processes every packet once. Four threads beside main.
 * Whoever takes a packet out of a queue under its lock owns its plain fields until it puts it into the next, so there
 * is no race; volatile variables publish a packet to the canceller, carry the wish to cancel to the completer, and
 * hold the status. There are 96 orders for one packet and 2580 for two, counted by
 * simulation.
 */
public class IOManager {
    static final int PENDING = 0;
    static final int COMPLETED = 1;
    static final int CANCELLED = 2;

    static class Packet {
        final int number;
        int length;
        int result;
        int processed;
        volatile int status;
        volatile boolean cancelRequested;

        Packet(int number) {
            this.number = number;
        }
    }

    static class PacketQueue {
        private final Queue<Packet> packets = new ArrayDeque<>();
        private boolean closed;

        synchronized void add(Packet packet) {
            packets.add(packet);
            notifyAll();
        }

        /** The first packet, or null when there is none and none will come. */
        synchronized Packet take() throws InterruptedException {
            while (packets.isEmpty() && !closed) {
                wait();
            }
            return packets.poll();
        }

        synchronized boolean remove(Packet packet) {
            return packets.remove(packet);
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    final PacketQueue pending = new PacketQueue();
    final PacketQueue done = new PacketQueue();
    volatile Packet current;
    final int n;
    Packet[] created;
    int completed;
    int cancelled;
    int postProcessed;

    IOManager(int n) {
        this.n = n;
    }

    void create() {
        created = new Packet[n];
        for (int i = 0; i < n; i++) {
            Packet packet = new Packet(i);
            packet.length = 100 + i;
            created[i] = packet;
            pending.add(packet);
            current = packet;
        }
        pending.close();
    }

    void complete() throws InterruptedException {
        for (Packet packet = pending.take(); packet != null; packet = pending.take()) {
            assert packet.status == PENDING : packet.status;
            assert packet.result == 0 && packet.processed == 0;
            if (packet.cancelRequested) {
                packet.result = -1;
                packet.status = CANCELLED;
            } else {
                packet.result = packet.length;
                packet.status = COMPLETED;
            }
            done.add(packet);
        }
    }

    void cancel() {
        Packet packet = current;
        if (packet == null) {
            return;
        }
        packet.cancelRequested = true;
        if (pending.remove(packet)) {
            assert packet.status == PENDING : packet.status;
            assert packet.result == 0 && packet.processed == 0;
            packet.result = -1;
            packet.status = CANCELLED;
            done.add(packet);
        }
    }

    void postProcess() throws InterruptedException {
        for (int i = 0; i < n; i++) {
            Packet packet = done.take();
            assert packet.length == 100 + packet.number : packet.length;
            switch (packet.status) {
                case COMPLETED -> {
                    assert packet.result == packet.length : packet.result;
                    completed++;
                }
                case CANCELLED -> {
                    assert packet.result == -1 : packet.result;
                    assert packet.cancelRequested;
                    cancelled++;
                }
                default -> throw new AssertionError(packet.status);
            }
            packet.processed++;
            assert packet.processed == 1 : packet.processed;
            postProcessed++;
        }
    }

    interface Part {
        void run() throws InterruptedException;
    }

    static Thread thread(Part part) {
        return new Thread(() -> {
            try {
                part.run();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        });
    }

    public static void main(String[] args) throws InterruptedException {
        IOManager manager = new IOManager(args.length > 0 ? Integer.parseInt(args[0]) : 1);
        Thread[] threads = {
            thread(manager::create), thread(manager::complete), thread(manager::cancel), thread(manager::postProcess),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert manager.postProcessed == manager.n;
        assert manager.completed + manager.cancelled == manager.n;
        assert manager.cancelled <= 1;
        for (Packet packet : manager.created) {
            assert packet.processed == 1 && packet.status != PENDING;
        }
        assert manager.pending.packets.isEmpty() && manager.done.packets.isEmpty();
    }
}
