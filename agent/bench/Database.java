import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/** Two clients of a database in memory: H2 or HSQLDB, as the argument says. */
public final class Database {
    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        int rows = Integer.parseInt(arguments[1]);
        try (Connection keep = DriverManager.getConnection(url, "sa", "")) {
            keep.createStatement().execute("create table account (id int primary key, owner varchar(40), balance int)");
            Thread[] clients = new Thread[2];
            for (int number = 0; number < clients.length; number++) {
                int first = number * rows;
                clients[number] = new Thread(() -> client(url, first, rows));
                clients[number].start();
            }
            for (Thread client : clients) {
                client.join();
            }
            try (ResultSet all = keep.createStatement().executeQuery("select count(*), sum(balance) from account")) {
                all.next();
                System.out.println(all.getInt(1) + " rows, " + all.getLong(2));
            }
        }
    }

    private static void client(String url, int first, int rows) {
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            PreparedStatement insert = connection.prepareStatement("insert into account values (?, ?, ?)");
            PreparedStatement select = connection.prepareStatement("select balance, owner from account where id = ?");
            PreparedStatement update = connection.prepareStatement("update account set balance = ? where id = ?");
            for (int id = first; id < first + rows; id++) {
                insert.setInt(1, id);
                insert.setString(2, "owner " + id % 97);
                insert.setInt(3, 100);
                insert.executeUpdate();
                int other = first + (id - first) / 2;
                select.setInt(1, other);
                int balance = 0;
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        balance = found.getInt(1);
                    }
                }
                update.setInt(1, balance + 1);
                update.setInt(2, other);
                update.executeUpdate();
            }
        } catch (java.sql.SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
