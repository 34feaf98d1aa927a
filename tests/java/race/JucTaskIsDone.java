// check: verdict=violated kind=data-race variable=JucTaskIsDone.value conflict=write-read|read-write
// A FutureTask in a thread of its own writes a plain field; main asks whether it is done, whatever the answer, and reads the field.
// Racy: the task may still be running, and isDone does not wait.
// Twin: JucTaskGet.java
import java.util.concurrent.FutureTask;

public class JucTaskIsDone {
    static int value;

    public static void main(String[] args) {
        FutureTask<Integer> task = new FutureTask<>(() -> value = 1);
        new Thread(task).start();
        task.isDone();
        int seen = value;
    }
}
