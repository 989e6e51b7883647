"""OpenStack Swift with its S3 API in one process, for tests: s3-server.py DIRECTORY ACCESS_KEY SECRET_KEY.

Account, container, object and proxy server are Swift's own, each on a free port of 127.0.0.1, all they keep is below DIRECTORY.
Prints the port of the S3 API once everything answers. Ends when its standard input does.
"""

import os
import sys

import eventlet
import eventlet.tpool
import eventlet.wsgi

eventlet.monkey_patch()

from swift.common import utils, wsgi
from swift.common.ring import RingBuilder

directory, access_key, secret_key = sys.argv[1:]
account, user = access_key.split(":")


def write(name, text):
    with open(os.path.join(directory, name), "w") as file:
        file.write(text)


class Cache:
    """What Swift asks of memcached; there is one process, and it lives for minutes."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **_):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


def listen():
    return eventlet.listen(("127.0.0.1", 0))


def serve(socket, app):
    with open(os.devnull, "w") as log:
        eventlet.wsgi.server(socket, app, log, protocol=wsgi.SwiftHttpProtocol, log_output=False)


# Only one of each: nothing is kept twice, and there is nothing to replicate.
write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n")
os.makedirs(os.path.join(directory, "devices", "disk"))
utils.set_swift_dir(directory)
shared = f"[DEFAULT]\nswift_dir = {directory}\ndevices = {directory}/devices\nmount_check = false\nlog_level = CRITICAL\n"

for kind in ("account", "container", "object"):
    socket = listen()
    ring = RingBuilder(1, 1, 1)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": socket.getsockname()[1], "device": "disk", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(directory, f"{kind}.ring.gz"))
    write(f"{kind}.conf", f"{shared}[pipeline:main]\npipeline = server\n[app:server]\nuse = egg:swift#{kind}\n")
    eventlet.spawn(serve, socket, wsgi.loadapp(os.path.join(directory, f"{kind}.conf")))

write(
    "proxy.conf",
    f"""{shared}[pipeline:main]
pipeline = catch_errors s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret_key} .admin
""",
)
proxy = wsgi.loadapp(os.path.join(directory, "proxy.conf"))
cache = Cache()


def with_cache(environ, start_response):
    environ["swift.cache"] = cache
    return proxy(environ, start_response)


socket = listen()
eventlet.spawn(serve, socket, with_cache)
print(socket.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
