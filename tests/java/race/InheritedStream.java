// check: verdict=violated kind=data-race variable=java.io.FilterOutputStream.out every=true
// A subclass gives its stream another one to write to, while a second thread asks for that.
// Race: the inherited field is written and read, and nothing orders it.
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.OutputStream;

public class InheritedStream {
    static final class Turns extends FilterOutputStream {
        Turns(OutputStream first) {
            super(first);
        }

        void turn(OutputStream next) {
            out = next;
        }

        OutputStream present() {
            return out;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Turns turns = new Turns(new ByteArrayOutputStream());
        Thread other = new Thread(() -> turns.turn(new ByteArrayOutputStream()));
        other.start();
        turns.present();
        other.join();
    }
}
