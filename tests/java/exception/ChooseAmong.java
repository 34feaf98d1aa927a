// check: verdict=violated kind=uncaught-exception exception=java.lang.NumberFormatException options=choose
// A thread parses one of three words, one of which is no number. No schedule matters, only the choice.
// Schedule: the second word is chosen.
import raceproof.Choose;

public class ChooseAmong {
    public static void main(String[] args) throws InterruptedException {
        Thread parser = new Thread(() -> {
            int value = Integer.parseInt(Choose.among("1", "two", "3"));
            assert value == 1 || value == 3;
        });
        parser.start();
        parser.join();
    }
}
