"""Links between programs of one machine that can be slowed down and cut, for the checks in this
folder: what is sent to a port goes on to another one, later or not at all."""

import asyncio
import re
import threading

# Whoever waits so long for a link that is cut gives up, as systems do (tcp_user_timeout).
PATIENCE_SECONDS = 5
NAME = re.compile(rb"application_name\0([a-z0-9]+)\0")


class Link:
    """All connections to one port. Those that say a name when they begin can be cut by it."""

    def __init__(self, port, target):
        self.port, self.target = port, target
        self.delay = 0.0
        self.cut_names = set()
        self.is_cut = False
        self.conversations = set()
        self.changed = asyncio.Event()

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)

    def holds(self, conversation):
        return self.is_cut or conversation.name in self.cut_names

    async def serve(self, reader, writer):
        conversation = Conversation(self, reader, writer)
        self.conversations.add(conversation)
        try:
            await conversation.run()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.conversations.discard(conversation)
            conversation.end()


class Conversation:
    def __init__(self, link, reader, writer):
        self.link, self.name = link, None
        self.near = (reader, writer)
        self.writers = [writer]

    def end(self):
        for writer in self.writers:
            # What is on its way is gone, as on a line that is torn.
            writer.transport.abort()

    async def run(self):
        await self.wait()
        far = await asyncio.open_connection("127.0.0.1", self.link.target)
        self.writers.append(far[1])
        done, rest = await asyncio.wait(
            [asyncio.ensure_future(self.carry(self.near[0], far[1])),
             asyncio.ensure_future(self.carry(far[0], self.near[1]))],
            return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*done, *rest, return_exceptions=True)

    async def carry(self, reader, writer):
        """Carries one direction: each piece when its time has come, and the link is there."""
        loop = asyncio.get_running_loop()
        pieces = asyncio.Queue(maxsize=256)

        async def take():
            while True:
                try:
                    data = await reader.read(65536)
                except OSError:
                    # A link that was reset is at its end.
                    data = b""
                found = NAME.search(data)
                if found and self.name is None:
                    self.name = found.group(1).decode()
                await pieces.put((loop.time() + self.link.delay, data))
                if not data:
                    return
        taking = asyncio.ensure_future(take())
        try:
            while True:
                due, data = await pieces.get()
                await asyncio.sleep(max(0, due - loop.time()))
                await self.wait()
                if not data:
                    return
                writer.write(data)
                await writer.drain()
        finally:
            taking.cancel()

    async def wait(self):
        """Waits until the link is there; gives up after a while, so that both are told."""
        limit = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while self.link.holds(self):
            rest = limit - asyncio.get_running_loop().time()
            if rest <= 0:
                raise OSError("the link is cut")
            changed = self.link.changed
            try:
                await asyncio.wait_for(changed.wait(), min(rest, 1))
            except asyncio.TimeoutError:
                pass


class Links:
    """Links that run in a thread of their own."""

    def __init__(self, pairs):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.links = {}
        for port, target in pairs:
            self.call(self.open(port, target))

    def call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    async def open(self, port, target):
        link = Link(port, target)
        await link.start()
        self.links[port] = link

    def cut(self, port, name=None):
        """Cuts all that goes to a port, or what one program has there."""
        async def change():
            link = self.links[port]
            if name is None:
                link.is_cut = True
            else:
                link.cut_names.add(name)
        self.call(change())

    def delay(self, seconds):
        async def change():
            for link in self.links.values():
                link.delay = seconds
        self.call(change())

    def mend(self):
        """All links are there again; what was held on them goes on."""
        async def change():
            for link in self.links.values():
                link.is_cut = False
                link.cut_names.clear()
                link.delay = 0.0
                link.changed.set()
                link.changed = asyncio.Event()
        self.call(change())
