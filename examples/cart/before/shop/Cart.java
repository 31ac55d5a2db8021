package shop;

import java.util.ArrayList;
import java.util.List;

public class Cart {
    private final List<Item> items = new ArrayList<>();
    private double discount;

    public void add(Item item) {
        items.add(item);
    }

    public double calc() {
        double sum = 0;
        for (Item item : items) {
            if (item.isFree()) {
                continue;
            }
            double line = item.price() * item.quantity();
            sum += Math.round(line * 100) / 100.0;
        }
        if (discount > 0 && sum > 100) {
            sum -= Math.min(sum * discount, 50);
        }
        return sum;
    }

    public String label(Item item) {
        return item.name().trim() + " (" + item.quantity() + ")";
    }
}
