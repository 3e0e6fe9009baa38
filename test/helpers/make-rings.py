# Makes the rings of Swift, one of a single device for each "kind:port": its own program takes nine runs for three.
import sys
from swift.common.ring import RingBuilder

folder, *wanted = sys.argv[1:]
for each in wanted:
    kind, port = each.split(":")
    builder = RingBuilder(4, 1, 0)
    place = {"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "one", "weight": 1.0}
    builder.add_dev(place)
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{kind}.ring.gz")
