package shop;

public record Item(String name, double price, int quantity) {
    public boolean isFree() {
        return price == 0;
    }

    public String label(Item item) {
        return item.name().trim() + " (" + item.quantity() + ")";
    }
}
