/**
 * The second of two programs that Elmas, Qadeer and Tasiran (PLDI 2007, section 7) have from Robby et al.: main
 * creates and initialises n lists, two unless the argument says otherwise, then n threads, each of which traverses and
 * changes one. Starting a thread hands its list over and joining it hands the list back: there is no race.
 */
public class IndependentWork2 {
    static final int LENGTH = 3;

    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Worker extends Thread {
        final Node head;
        final int first;

        Worker(Node head, int first) {
            this.head = head;
            this.first = first;
        }

        @Override
        public void run() {
            int expected = first;
            for (Node node = head; node != null; node = node.next) {
                assert node.value == expected : node.value;
                expected++;
                node.value = -node.value;
            }
            assert expected == first + LENGTH : expected;
        }
    }

    static Node list(int first) {
        Node head = null;
        for (int i = LENGTH - 1; i >= 0; i--) {
            head = new Node(first + i, head);
        }
        return head;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Worker[] workers = new Worker[n];
        for (int i = 0; i < n; i++) {
            workers[i] = new Worker(list(10 * i), 10 * i);
        }
        for (Worker worker : workers) {
            worker.start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        for (Worker worker : workers) {
            int expected = worker.first;
            for (Node node = worker.head; node != null; node = node.next) {
                assert node.value == -expected : node.value;
                expected++;
            }
        }
    }
}
