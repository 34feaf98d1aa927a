import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Three threads that borrow two connections from HikariCP's pool, to a database in memory. */
public final class Borrowing {
    public static void main(String[] arguments) throws Exception {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl("jdbc:h2:mem:accounts;DB_CLOSE_DELAY=-1");
        settings.setMaximumPoolSize(2);
        try (HikariDataSource pool = new HikariDataSource(settings)) {
            try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("create table account(id int primary key, amount int)");
                statement.execute("insert into account values (1, 0), (2, 0), (3, 0)");
            }
            Thread[] threads = new Thread[3];
            for (int number = 0; number < threads.length; number++) {
                int id = number + 1;
                threads[number] = new Thread(() -> deposit(pool, id));
                threads[number].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (Connection connection = pool.getConnection();
                    ResultSet sum = connection.createStatement().executeQuery("select sum(amount) from account")) {
                sum.next();
                System.out.println(sum.getInt(1));
            }
        }
    }

    private static void deposit(HikariDataSource pool, int id) {
        for (int round = 0; round < 50; round++) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement update = connection.prepareStatement("update account set amount = amount + 1 where id = ?")) {
                update.setInt(1, id);
                update.executeUpdate();
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }
}
