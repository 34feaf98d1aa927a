// check: verdict=violated kind=data-race variable=HandForkedTaskLate.value large=true
// A task of a ForkJoinPool writes a plain field and forks a child that reads it, in the other order.
// Race: the child may run as soon as it is forked.
// Twin: HandForkedTask.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class HandForkedTaskLate {
    static int value;

    static class Child extends RecursiveAction {
        protected void compute() {
            int seen = value;
        }
    }

    static class Parent extends RecursiveAction {
        protected void compute() {
            Child child = new Child();
            child.fork();
            value = 1;
            child.join();
        }
    }

    public static void main(String[] args) throws Exception {
        new ForkJoinPool(2).invoke(new Parent());
    }
}
