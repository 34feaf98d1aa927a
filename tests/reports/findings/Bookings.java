import java.util.concurrent.locks.ReentrantLock;

/** Moves a guest from one room to another. */
public class Bookings {
    static final class Room {
        private final int number;
        private String guest;

        Room(int number, String guest) {
            this.number = number;
            this.guest = guest;
        }
    }

    private final ReentrantLock ledger = new ReentrantLock();

    void swap(Room one, Room other) {
        synchronized (one) {
            synchronized (other) {
                String guest = one.guest;
                one.guest = other.guest;
                other.guest = guest;
            }
        }
    }

    void note(Room room) {
        ledger.lock();
        try {
            synchronized (room) {
                System.out.println(room.number + ": " + room.guest);
            }
        } finally {
            ledger.unlock();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Bookings bookings = new Bookings();
        Room sea = new Room(101, "Ann"), yard = new Room(102, "Bob");
        Thread desk = new Thread(() -> bookings.swap(sea, yard), "front desk");
        Thread phone = new Thread(() -> bookings.swap(yard, sea), "phone");
        desk.start();
        phone.start();
        desk.join();
        phone.join();
        bookings.note(sea);
    }
}
