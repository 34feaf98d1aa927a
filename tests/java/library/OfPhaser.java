// client: operations=5
import java.util.concurrent.Phaser;

public class OfPhaser implements Clients.Client {
    final Phaser phaser = new Phaser(2);

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> phaser.arriveAndAwaitAdvance();
            case 1 -> phaser.arrive();
            case 2 -> phaser.arriveAndDeregister();
            case 3 -> phaser.awaitAdvanceInterruptibly(0);
            default -> phaser.register();
        };
    }

    @Override
    public Object end() {
        return phaser.getPhase() + "/" + phaser.getRegisteredParties();
    }
}
