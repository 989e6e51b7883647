"""The notification area of a desktop, for tests: says on standard output what is shown, takes clicks on standard input."""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

INTERFACE = "org.freedesktop.Notifications"


def say(**event):
    print(json.dumps(event), flush=True)


class NotificationArea(dbus.service.Object):
    last = 0

    @dbus.service.method(INTERFACE, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaced, icon, summary, body, actions, hints, timeout):
        self.last += 1
        shown = int(replaced) or self.last
        say(kind="shown", id=shown, summary=str(summary), body=str(body), actions=[str(a) for a in actions])
        return dbus.UInt32(shown)

    @dbus.service.method(INTERFACE, in_signature="u")
    def CloseNotification(self, shown):
        say(kind="closed", id=int(shown))
        self.NotificationClosed(shown, dbus.UInt32(3))

    @dbus.service.method(INTERFACE, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "persistence"]

    @dbus.service.method(INTERFACE, out_signature="ssss")
    def GetServerInformation(self):
        return ("tests", "dosewell", "1.0", "1.2")

    @dbus.service.signal(INTERFACE, signature="us")
    def ActionInvoked(self, shown, action):
        pass

    @dbus.service.signal(INTERFACE, signature="uu")
    def NotificationClosed(self, shown, reason):
        pass


def on_line(_channel, _condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    shown, action = line.split()
    if action == "dismiss":
        area.NotificationClosed(dbus.UInt32(int(shown)), dbus.UInt32(2))
    else:
        area.ActionInvoked(dbus.UInt32(int(shown)), action)
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(INTERFACE, bus)
area = NotificationArea(bus, "/org/freedesktop/Notifications")
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_line)
say(kind="ready")
loop = GLib.MainLoop()
loop.run()
