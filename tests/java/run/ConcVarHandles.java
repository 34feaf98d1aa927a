// run: min=17
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** VarHandles: every access mode on fields, statics, arrays and views of bytes, and small lock-free structures. */
public class ConcVarHandles {
    static final VarHandle COUNT;
    static final VarHandle TOTAL;
    static final VarHandle HEAD;
    static final VarHandle READY;
    static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle NAMES = MethodHandles.arrayElementVarHandle(String[].class);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(ConcVarHandles.class, "count", int.class);
            TOTAL = lookup.findStaticVarHandle(ConcVarHandles.class, "total", long.class);
            HEAD = lookup.findVarHandle(Stack.class, "head", Stack.Cell.class);
            READY = lookup.findVarHandle(Mailbox.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int count;
    private static long total;

    interface Task {
        void run(int me);
    }

    static void team(int size, Task body) throws InterruptedException {
        Thread[] team = new Thread[size];
        for (int i = 0; i < size; i++) {
            int me = i;
            team[i] = new Thread(() -> body.run(me), "member-" + i);
            team[i].start();
        }
        for (Thread t : team) {
            t.join();
        }
    }

    /** Treiber's stack. */
    static final class Stack {
        record Cell(int value, Cell below) { }

        private Cell head;

        void push(int value) {
            Cell old;
            do {
                old = (Cell) HEAD.getAcquire(this);
            } while (!HEAD.weakCompareAndSetRelease(this, old, new Cell(value, old)));
        }

        Integer pop() {
            for (;;) {
                Cell top = (Cell) HEAD.getVolatile(this);
                if (top == null) {
                    return null;
                }
                if (HEAD.compareAndSet(this, top, top.below())) {
                    return top.value();
                }
            }
        }
    }

    /** A plain letter published by a release write and read after an acquire read. */
    static final class Mailbox {
        private String letter;
        private boolean ready;

        void post(String text) {
            letter = text;
            READY.setRelease(this, true);
        }

        String await() {
            while (!(boolean) READY.getAcquire(this)) {
                Thread.yield();
            }
            return letter;
        }
    }

    static void modes() {
        ConcVarHandles o = new ConcVarHandles();
        COUNT.set(o, 5);
        COUNT.setOpaque(o, (int) COUNT.getOpaque(o) + 1);
        COUNT.setVolatile(o, (int) COUNT.getVolatile(o) * 2);
        System.out.println("field " + (int) COUNT.get(o) + " " + (int) COUNT.getAndAdd(o, 3) + " "
            + (int) COUNT.getAndSetAcquire(o, 0b1100) + " " + (int) COUNT.getAndBitwiseOr(o, 0b0011) + " "
            + (int) COUNT.getAndBitwiseAndRelease(o, 0b0110) + " " + (int) COUNT.getAndBitwiseXor(o, 0b1111) + " "
            + o.count);
        System.out.println("exchange " + (int) COUNT.compareAndExchange(o, 9, 20) + " "
            + (int) COUNT.compareAndExchangeAcquire(o, 9, 30) + " " + COUNT.compareAndSet(o, 20, 40) + " " + o.count);
        TOTAL.setVolatile(1L << 40);
        System.out.println("static " + (long) TOTAL.getAndAddRelease(-1L) + " " + total);
        String[] names = {"a", "b"};
        System.out.println("array " + (String) NAMES.getAndSet(names, 0, "z") + " "
            + NAMES.compareAndSet(names, 1, "b", "y") + " " + Arrays.toString(names) + " of " + CELLS.varType() + " by "
            + CELLS.coordinateTypes());
        byte[] bytes = new byte[12];
        LONGS.set(bytes, 3, 0x0102030405060708L);
        ByteBuffer buffer = ByteBuffer.allocate(8);
        INTS.set(buffer, 2, 0x0A0B0C0D);
        System.out.println("views " + Arrays.toString(bytes) + " " + Arrays.toString(buffer.array()) + " "
            + Long.toHexString((long) LONGS.get(bytes, 4)));
        for (Runnable wrong : new Runnable[] {() -> CELLS.get(new int[2], 2), () -> COUNT.get((ConcVarHandles) null),
            () -> COUNT.set(o, "text"), () -> NAMES.getAndAdd(names, 0, "x"), () -> LONGS.set(bytes, 5, 1L),
            () -> NAMES.set((Object[]) new Integer[1], 0, "x")}) {
            try {
                wrong.run();
                System.out.print("accepted; ");
            } catch (IndexOutOfBoundsException | NullPointerException | WrongMethodTypeException | ClassCastException
                    | UnsupportedOperationException e) {
                System.out.print(e.getClass().getSimpleName() + "; ");
            }
        }
        System.out.println("can add: " + NAMES.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " "
            + CELLS.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
    }

    static void threads() throws InterruptedException {
        ConcVarHandles o = new ConcVarHandles();
        int[] cells = new int[4];
        Stack stack = new Stack();
        int[] popped = new int[4];
        TOTAL.set(0L);
        team(4, me -> {
            for (int n = 0; n < 120; n++) {
                COUNT.getAndAdd(o, 1);
                CELLS.getAndAddAcquire(cells, (n + me) % 4, me);
                long old;
                do {
                    old = (long) TOTAL.getVolatile();
                } while (!TOTAL.weakCompareAndSetPlain(old, old + n));
                stack.push(me * 1000 + n);
                if (n % 3 == 2) {
                    popped[me] += stack.pop() == null ? 1000 : 1;
                }
            }
        });
        int left = 0;
        while (stack.pop() != null) {
            left++;
        }
        System.out.println("count " + o.count + ", cells " + Arrays.toString(cells) + ", total " + total + ", popped "
            + Arrays.toString(popped) + ", left " + left);
        Mailbox[] boxes = {new Mailbox(), new Mailbox(), new Mailbox()};
        team(3, me -> {
            if (me == 2) {
                boxes[0].post("start");
            }
            boxes[(me + 1) % 3].post(boxes[me].await() + ">" + me);
        });
        VarHandle.fullFence();
        System.out.println("letters " + boxes[1].letter + " " + boxes[2].letter + " back " + boxes[0].letter);
    }

    public static void main(String[] args) throws InterruptedException {
        modes();
        threads();
    }
}
