// check: verdict=violated kind=data-race variable=boolean[][1] conflict=write-read|read-write
// Figure 8: moldyn (2,1), a molecular dynamics kernel: every thread moves its own copy of all particles, computes the forces
// of its share of the pairs, and waits at a barrier, so that thread 0 may sum up the forces of all threads; one time step.
// Racy: done, in which the threads of the tournament barrier signal, is volatile, but only as a reference: its elements are
// not. Thread 0 reads the signal of thread 1, and nothing orders the write ahead of the read. The barrier being worth
// nothing, done[0], part and FORCE would race next.
public class Moldyn {
    static final int THREADS = 2;
    static final int ITERATIONS = 1;
    /** One cell of a face-centred cubic lattice. */
    static final int PARTICLES = 4;
    static final double TIME_STEP = 0.01;

    static volatile boolean[] done;
    /** The forces that each thread has computed, by thread and coordinate. */
    static double[][] part;
    static final double[] FORCE = new double[3 * PARTICLES];

    static void await(int me) {
        boolean value = !done[me];
        for (int step = 1; (me & step) == 0 && step < done.length; step *= 2) {
            while (me + step < done.length && done[me + step] != value) {
                Thread.onSpinWait();
            }
        }
        done[me] = value;
        while (done[0] != value) {
            Thread.onSpinWait();
        }
    }

    static void work(int me, int steps) {
        double[] position = new double[3 * PARTICLES];
        double[] velocity = new double[3 * PARTICLES];
        for (int particle = 0; particle < PARTICLES; particle++) {
            for (int axis = 0; axis < 3; axis++) {
                position[3 * particle + axis] = particle == 0 || particle == axis + 1 ? 0 : 1;
                velocity[3 * particle + axis] = 0.1 * ((particle + axis) % 3 - 1);
            }
        }
        for (int step = 0; step < steps; step++) {
            move(position, velocity);
            computeForces(position, me);
            await(me);
            if (me == 0) {
                sumForces();
            }
            await(me);
            for (int i = 0; i < velocity.length; i++) {
                velocity[i] += TIME_STEP * FORCE[i];
            }
            await(me);
        }
    }

    static void move(double[] position, double[] velocity) {
        for (int i = 0; i < position.length; i++) {
            position[i] += TIME_STEP * velocity[i];
        }
    }

    /** The first particle of a pair says which thread the pair belongs to. */
    static void computeForces(double[] position, int me) {
        double[] mine = part[me];
        for (int i = 0; i < mine.length; i++) {
            mine[i] = 0;
        }
        for (int first = me; first < PARTICLES; first += part.length) {
            for (int second = first + 1; second < PARTICLES; second++) {
                double square = 0;
                for (int axis = 0; axis < 3; axis++) {
                    double distance = position[3 * first + axis] - position[3 * second + axis];
                    square += distance * distance;
                }
                double cube = 1 / (square * square * square);
                double strength = 48 * cube * (cube - 0.5) / square;
                for (int axis = 0; axis < 3; axis++) {
                    double force = strength * (position[3 * first + axis] - position[3 * second + axis]);
                    mine[3 * first + axis] += force;
                    mine[3 * second + axis] -= force;
                }
            }
        }
    }

    static void sumForces() {
        for (int i = 0; i < FORCE.length; i++) {
            double sum = 0;
            for (double[] one : part) {
                sum += one[i];
            }
            FORCE[i] = sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int steps = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        done = new boolean[threads];
        part = new double[threads][3 * PARTICLES];
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, steps));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
