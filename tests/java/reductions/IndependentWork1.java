/**
 * The first of two programs that Elmas, Qadeer and Tasiran (PLDI 2007, section 7) have from Robby et al.: n threads,
 * two unless the argument says otherwise, each create, initialise and traverse a list of their own. No list is ever
 * known to two threads, so no thread meets another: there is no race, and every order gives the same sums.
 */
public class IndependentWork1 {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static class Worker extends Thread {
        static final int LENGTH = 3;
        final int first;
        int sum;

        Worker(int first) {
            this.first = first;
        }

        @Override
        public void run() {
            Node head = null;
            for (int i = LENGTH - 1; i >= 0; i--) {
                Node node = new Node(first + i);
                node.next = head;
                head = node;
            }
            int expected = first;
            for (Node node = head; node != null; node = node.next) {
                assert node.value == expected : node.value;
                expected++;
                sum += node.value;
            }
            assert expected == first + LENGTH : expected;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Worker[] workers = new Worker[n];
        for (int i = 0; i < n; i++) {
            workers[i] = new Worker(10 * i);
        }
        for (Worker worker : workers) {
            worker.start();
        }
        for (Worker worker : workers) {
            worker.join();
            assert worker.sum == 3 * worker.first + 3 : worker.sum;
        }
    }
}
