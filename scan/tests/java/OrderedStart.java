// scan: candidates=none
// races: none
// A loop makes a job, fills it, and starts a thread that changes it.
// Proved by ordered: the thread of an earlier iteration runs when the next job is filled, but knows another job;
// the thread of this job is started when it is complete.
// Twin: OrderedStartLate.java
public class OrderedStart {
    static final class Job {
        int size;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Job job = new Job();
            job.size = i;
            new Thread(() -> job.size++).start();
        }
    }
}
