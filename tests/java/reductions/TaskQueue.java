import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Figure 1 of Elmas, Qadeer and Tasiran, PLDI 2007: one thread puts tasks into a queue guarded by Qlock, a second
 * takes each out and forks a thread for each of its subtasks, which adds its result to the task's sum under Tlock;
 * then it joins them and reads the sum. Arguments: subtasks of a task (2), tasks (1); with one task of two subtasks
 * there are four threads beside main. The sum belongs to its creator, to Qlock, to the performer, to Tlock and to the
 * performer again: it has no one lock and no race. One task of n subtasks has 2 n! orders, two have 6 (n!)^2.
 */
public class TaskQueue {
    static final Object qlock = new Object();
    static final Object tlock = new Object();
    static final Queue<Task> taskQueue = new ArrayDeque<>();

    static class Task {
        final int[] subTasks;
        int out;

        Task(int[] subTasks) {
            this.subTasks = subTasks;
            out = 0;
        }
    }

    static void createTask(int[] subTasks) {
        Task oneTask = new Task(subTasks);
        synchronized (qlock) {
            taskQueue.add(oneTask);
            qlock.notify();
        }
    }

    static void performNextTask() throws InterruptedException {
        Task oneTask;
        synchronized (qlock) {
            while (taskQueue.isEmpty()) {
                qlock.wait();
            }
            oneTask = taskQueue.remove();
        }
        parallelTaskHelper(oneTask);
    }

    static void parallelTaskHelper(Task oneTask) throws InterruptedException {
        int n = oneTask.subTasks.length;
        Thread[] children = new Thread[n];
        for (int i = 0; i < n; i++) {
            int subTask = i;
            children[i] = new Thread(() -> performSubTask(oneTask, subTask));
            children[i].start();
        }
        for (Thread child : children) {
            child.join();
        }
        int expected = 0;
        for (int subTask : oneTask.subTasks) {
            expected += subTask * subTask;
        }
        assert oneTask.out == expected : oneTask.out;
    }

    static void performSubTask(Task oneTask, int i) {
        int result = oneTask.subTasks[i] * oneTask.subTasks[i];
        synchronized (tlock) {
            oneTask.out += result;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int tasks = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Thread creator = new Thread(() -> {
            for (int task = 0; task < tasks; task++) {
                int[] subTasks = new int[n];
                for (int i = 0; i < n; i++) {
                    subTasks[i] = task + i + 1;
                }
                createTask(subTasks);
            }
        });
        Thread performer = new Thread(() -> {
            try {
                for (int task = 0; task < tasks; task++) {
                    performNextTask();
                }
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        });
        creator.start();
        performer.start();
        creator.join();
        performer.join();
        assert taskQueue.isEmpty();
    }
}
