// scan: candidates=none
// races: none
// ShapeTsp with the shortest length read under the solver's monitor, too.
// Proved by the lock for all of the solver and for the links of the queue, by ordered for the content of tours, and by
// thread-local for the array that a worker searches along.
// Twin: ShapeTsp.java
public class ShapeTspGuarded {
    /** The beginning of a tour, as it waits in the queue. */
    static final class Tour {
        final int[] path;
        final int cities;
        final int length;
        Tour next;

        Tour(int[] path, int cities, int length) {
            this.path = path;
            this.cities = cities;
            this.length = length;
        }

        boolean visits(int city) {
            for (int i = 0; i < cities; i++) {
                if (path[i] == city) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The map, the queue, and the best tour so far. */
    static final class Solver {
        final int[][] distances;
        private final int splitDepth;
        private Tour first;
        private int busy;
        private int minTourLen = Integer.MAX_VALUE;
        private int[] minTour;

        Solver(int[][] distances, int splitDepth) {
            this.distances = distances;
            this.splitDepth = splitDepth;
            this.first = new Tour(new int[distances.length], 1, 0);
        }

        int cities() {
            return distances.length;
        }

        /** The next tour to go on with, or null if there will be none. */
        synchronized Tour take() {
            while (first == null && busy > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    return null;
                }
            }
            Tour taken = first;
            if (taken != null) {
                first = taken.next;
                busy++;
            }
            return taken;
        }

        synchronized void put(Tour tour) {
            tour.next = first;
            first = tour;
        }

        synchronized void done() {
            busy--;
            notifyAll();
        }

        synchronized boolean mayImprove(int length) {
            return length < minTourLen;
        }

        synchronized void found(int length, int[] path) {
            if (length < minTourLen) {
                minTourLen = length;
                minTour = path.clone();
            }
        }

        synchronized int best() {
            return minTourLen;
        }

        synchronized int[] bestTour() {
            return minTour;
        }

        /** Whether a tour is short enough to be split into queued ones, rather than searched by one worker. */
        boolean splits(Tour tour) {
            return tour.cities < splitDepth;
        }
    }

    /** A thread that takes tours from the queue, and splits or searches them. */
    static final class Worker extends Thread {
        private final Solver solver;
        private final int[] path;
        private final boolean[] visited;
        private int searched;

        Worker(Solver solver) {
            this.solver = solver;
            this.path = new int[solver.cities()];
            this.visited = new boolean[solver.cities()];
        }

        @Override
        public void run() {
            Tour tour = solver.take();
            while (tour != null) {
                if (solver.splits(tour)) {
                    split(tour);
                } else {
                    load(tour);
                    search(tour.cities, tour.length);
                }
                solver.done();
                tour = solver.take();
            }
        }

        private void split(Tour tour) {
            int last = tour.path[tour.cities - 1];
            for (int city = 1; city < solver.cities(); city++) {
                if (!tour.visits(city)) {
                    int[] longer = new int[solver.cities()];
                    for (int i = 0; i < tour.cities; i++) {
                        longer[i] = tour.path[i];
                    }
                    longer[tour.cities] = city;
                    int length = tour.length + solver.distances[last][city];
                    solver.put(new Tour(longer, tour.cities + 1, length));
                }
            }
        }

        private void load(Tour tour) {
            for (int city = 0; city < visited.length; city++) {
                visited[city] = tour.visits(city);
                path[city] = tour.path[city];
            }
        }

        private void search(int cities, int length) {
            searched++;
            if (!solver.mayImprove(length)) {
                return;
            }
            int last = path[cities - 1];
            if (cities == path.length) {
                solver.found(length + solver.distances[last][0], path);
                return;
            }
            for (int city = 1; city < visited.length; city++) {
                if (!visited[city]) {
                    visited[city] = true;
                    path[cities] = city;
                    search(cities + 1, length + solver.distances[last][city]);
                    visited[city] = false;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[][] distances = {{0, 1, 4}, {2, 0, 1}, {1, 3, 0}};
        Solver solver = new Solver(distances, 2);
        Worker[] workers = new Worker[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(solver);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        int searched = 0;
        for (Worker worker : workers) {
            searched += worker.searched;
        }
        assert solver.best() == 3;
        assert solver.bestTour()[1] == 1;
        assert searched >= 3;
    }
}
