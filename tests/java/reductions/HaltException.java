/**
 * The bounded buffer of Havelund and Pressburger (STTT 1998), which Elmas, Qadeer and Tasiran check (PLDI 2007): a
 * producer initialises n items, three unless the argument says otherwise, puts them into a buffer of n - 1 places, and
 * halts it; a consumer takes and processes items until the buffer is empty and halted, which it learns by an
 * exception. Two threads beside main; n is at least two. An item is the producer's before it is put and the consumer's
 * after, so its plain fields have no race; all items come, in their order. All orders are those of the buffer's one
 * lock: 24, 80, 270 and 952 for two to five items, counted by simulation.
 */
public class HaltException {
    static class Halt extends Exception {
    }

    static class Item {
        int number;
        int payload;
        boolean processed;
    }

    static class Buffer {
        private final Item[] places;
        private int used;
        private int first;
        private boolean halted;

        Buffer(int size) {
            places = new Item[size];
        }

        synchronized void put(Item item) throws InterruptedException {
            while (used == places.length) {
                wait();
            }
            assert !halted;
            places[(first + used) % places.length] = item;
            used++;
            notifyAll();
        }

        synchronized Item get() throws InterruptedException, Halt {
            while (used == 0 && !halted) {
                wait();
            }
            if (used == 0) {
                throw new Halt();
            }
            Item item = places[first];
            places[first] = null;
            first = (first + 1) % places.length;
            used--;
            notifyAll();
            return item;
        }

        synchronized void halt() {
            halted = true;
            notifyAll();
        }
    }

    static class Producer extends Thread {
        final Buffer buffer;
        final int items;

        Producer(Buffer buffer, int items) {
            this.buffer = buffer;
            this.items = items;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < items; i++) {
                    Item item = new Item();
                    item.number = i;
                    item.payload = i * i;
                    buffer.put(item);
                }
                buffer.halt();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static class Consumer extends Thread {
        final Buffer buffer;
        int received;
        boolean ended;

        Consumer(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Item item = buffer.get();
                    assert item.number == received : item.number;
                    assert item.payload == item.number * item.number : item.payload;
                    assert !item.processed;
                    item.processed = true;
                    received++;
                }
            } catch (Halt end) {
                ended = true;
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Buffer buffer = new Buffer(n - 1);
        Producer producer = new Producer(buffer, n);
        Consumer consumer = new Consumer(buffer);
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
        assert consumer.ended;
        assert consumer.received == n : consumer.received;
        assert buffer.used == 0 && buffer.halted;
    }
}
