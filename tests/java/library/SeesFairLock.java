// client: operations=12
import java.util.concurrent.locks.ReentrantLock;

public class SeesFairLock extends SeesReentrantLock {
    public SeesFairLock() {
        super(new ReentrantLock(true));
    }
}
