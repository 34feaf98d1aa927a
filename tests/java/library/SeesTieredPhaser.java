// client: operations=15
import java.util.concurrent.Phaser;

public class SeesTieredPhaser extends SeesPhaser {
    public SeesTieredPhaser() {
        this(new Phaser());
    }

    private SeesTieredPhaser(Phaser root) {
        super(root, new Phaser(root, 1));
    }
}
