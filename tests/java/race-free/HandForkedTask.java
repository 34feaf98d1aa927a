// check: verdict=race-free large=true
// A task of a ForkJoinPool writes a plain field and forks a child that reads it, in this order.
// Race-free: what is done before fork comes before the child.
// Twin: HandForkedTaskLate.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class HandForkedTask {
    static int value;

    static class Child extends RecursiveAction {
        protected void compute() {
            int seen = value;
        }
    }

    static class Parent extends RecursiveAction {
        protected void compute() {
            Child child = new Child();
            value = 1;
            child.fork();
            child.join();
        }
    }

    public static void main(String[] args) throws Exception {
        new ForkJoinPool(2).invoke(new Parent());
    }
}
