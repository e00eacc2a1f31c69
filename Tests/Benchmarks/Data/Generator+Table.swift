/// The words of which made-up records consist.
extension Generator {
    /// Category, what is usual there in cents, and its shops.
    static let shops: [(category: String, cents: Int, names: [String])] = [
        ("food:groceries", 3_200, ["Grocer", "Supermarket", "Corner Shop", "Farm Shop"]),
        ("food:restaurant", 2_900, ["Osteria", "Ramen Bar", "Tapas Bar"]),
        ("food:coffee", 420, ["Coffee Bar", "Café Lumière"]),
        ("food:takeaway", 1_900, ["Pizza to go", "Curry to go"]),
        ("food:bakery", 480, ["Bakery", "Pâtisserie"]),
        ("home:rent", 98_000, ["Landlord"]),
        ("home:power", 7_900, ["Power Supply"]),
        ("home:water", 3_600, ["Water Supply"]),
        ("home:internet", 3_990, ["Fibre Line"]),
        ("home:furniture", 18_500, ["Furniture Barn"]),
        ("home:repairs", 8_200, ["Hardware Shop"]),
        ("home:cleaning", 2_700, ["Drugstore"]),
        ("travel:fuel", 5_800, ["Petrol Station", "Motorway Services"]),
        ("travel:bus", 310, ["Bus Line", "Tram Line"]),
        ("travel:taxi", 1_750, ["Taxi"]),
        ("travel:parking", 600, ["Car Park"]),
        ("travel:train", 4_400, ["Railway"]),
        ("travel:flight", 21_000, ["Airline"]),
        ("travel:hotel", 17_500, ["Guest House", "Grand Hotel"]),
        ("health:pharmacy", 1_450, ["Pharmacy"]),
        ("health:doctor", 6_400, ["Surgery"]),
        ("health:dentist", 9_500, ["Dentist"]),
        ("health:sport", 3_900, ["Swimming Pool"]),
        ("fun:cinema", 1_300, ["Picture House"]),
        ("fun:books", 1_600, ["Second-hand Books"]),
        ("fun:games", 3_400, ["Toy and Game Shop"]),
        ("fun:music", 1_100, ["Concert Hall"]),
        ("fun:museum", 1_400, ["Gallery"]),
        ("clothes:shoes", 7_400, ["Shoemaker"]),
        ("clothes:wear", 5_200, ["Tailor", "Outfitter"]),
        ("children:school", 8_800, ["School Office"]),
        ("children:care", 12_000, ["Nursery"]),
        ("animals:food", 2_300, ["Pet Shop"]),
        ("animals:vet", 8_100, ["Animal Clinic"]),
        ("work:software", 2_900, ["Software Shop"]),
        ("work:devices", 24_000, ["Electronics Shop"]),
        ("work:post", 700, ["Post Office"]),
        ("money:fees", 590, ["Savings Bank"]),
        ("gifts", 4_000, ["Flower Shop"]),
        ("other", 1_200, ["Kiosk"]),
    ]

    /// Where shops are.
    static let places = [
        "Abbey Road", "Acre Lane", "Altmarkt", "Boulevard Sud", "Brückenstraße", "Canal Side",
        "Chapel Row", "City Gate", "Cross Street", "Dock 4", "Domplatz", "East Quay", "Elm Grove",
        "Ferry Landing", "Fifth Avenue", "Gare du Nord", "Green Lane", "Hafenstraße", "Hill Top",
        "Island View", "Junction 9", "Kirchplatz", "Long Acre", "Low Bridge", "Main Square",
        "Meadow Way", "New Town", "Nordbahnhof", "Orchard", "Park Row", "Plaza Norte", "Queensway",
        "Rue Haute", "Sea Front", "Stadtmitte", "Terminal B", "Upper Floor", "Via Nuova",
        "Water Gate", "West Field",
    ]

    /// Notes; every fourth gets a number of its own.
    static let notes = [
        "shared with Kim", "on the company card", "tip included", "every month", "for the weekend",
        "a present", "will be paid back", "lunch with the team", "cash", "paid by phone", "deposit",
        "second instalment", "reminder fee, sadly", "for the garden", "with a voucher",
        "on sale, half price", "two-year guarantee", "spare part", "tickets, three of them",
        "summer holiday", "for Zoë", "receipt is in the folder", "ask for the invoice",
        "rounded up",
    ]

    /// How tasks begin and end.
    static let verbs = [
        "Answer", "Ask for", "Bring back", "Cancel", "Check", "Collect", "Finish", "Look for",
        "Order", "Pay", "Print", "Repair", "Renew", "Sell", "Sign", "Translate",
    ]
    static let things = [
        "bicycle lock", "bus pass", "cellar key", "contract", "curtains", "delivery note",
        "electricity bill", "eye test", "holiday plan", "insurance letter", "lawn mower",
        "library card",
        "meter reading", "parcel", "school report", "sofa", "tax return", "tenancy agreement",
        "visa form", "winter tyres",
    ]
}
