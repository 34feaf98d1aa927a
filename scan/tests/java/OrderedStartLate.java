// scan: candidates=OrderedStartLate$Job.size
// races: OrderedStartLate$Job.size
// A loop makes a job, starts a thread that changes it, and fills it after that.
// Racy: nothing orders main's write and the thread's.
// Twin: OrderedStart.java
public class OrderedStartLate {
    static final class Job {
        int size;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Job job = new Job();
            new Thread(() -> job.size++).start();
            job.size = i;
        }
    }
}
