// client: operations=15
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

public class SeesPhaser implements Clients.Client {
    final Phaser root;
    final Phaser phaser;

    public SeesPhaser() {
        this(new Phaser(), new Phaser(2));
    }

    SeesPhaser(Phaser root, Phaser phaser) {
        this.root = root;
        this.phaser = phaser;
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> phaser.arrive();
            case 1 -> phaser.arriveAndDeregister();
            case 2 -> phaser.arriveAndAwaitAdvance();
            case 3 -> phaser.register();
            case 4 -> phaser.bulkRegister(2);
            case 5 -> {
                phaser.forceTermination();
                yield "forced";
            }
            case 6 -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS);
            case 7 -> phaser.awaitAdvance(0);
            case 8 -> phaser.getPhase();
            case 9 -> phaser.getRegisteredParties();
            case 10 -> phaser.getArrivedParties();
            case 11 -> phaser.getUnarrivedParties();
            case 12 -> phaser.isTerminated();
            case 13 -> root.getPhase() + "/" + root.getRegisteredParties();
            default -> {
                String told = phaser.toString();
                yield told.substring(told.indexOf('['));
            }
        };
    }

    @Override
    public Object end() {
        return phaser.getPhase() + "/" + phaser.getRegisteredParties();
    }
}
