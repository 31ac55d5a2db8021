package shop;

public record Item(String name, double price, int quantity) {
    public boolean isFree() {
        return price == 0;
    }
}
