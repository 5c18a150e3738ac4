"""Messages between processes: whole, in order, and without waiting."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from ilpuzzles.jobs.frames import (
    Channel,
    Message,
    MessageKind,
    Report,
    read_message,
    send_message,
    serve,
    wait_for_any,
    whole_messages,
)


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """The near end of a line, which never waits, and the far end, which does."""
    near, far = socket.socketpair()
    channel = Channel(near)
    far.settimeout(60.0)
    with closing(channel), far:
        yield channel, far


def messages(dice: random.Random, count: int) -> list[Message]:
    """Messages of all kinds, most of them small."""
    kinds = list(MessageKind)
    sizes = [0, 1, 100, 1 << 16, 1 << 20]
    return [
        Message(dice.choice(kinds), number, dice.randbytes(dice.choice(sizes)), dice.random())
        for number in range(count)
    ]


def test_messages_are_whole_however_they_arrive() -> None:
    dice = random.Random(1)
    sent = messages(dice, 20)
    content = b"".join(message.head() + message.payload for message in sent)
    buffer = bytearray()
    received: list[Message] = []
    start = 0
    while start < len(content):
        end = start + dice.choice([1, 10, 1000, 1 << 18])
        buffer += content[start:end]
        received += whole_messages(buffer)
        start = end
    assert received == sent
    assert buffer == b""


def test_a_channel_does_not_wait_for_a_reader(ends: tuple[Channel, socket.socket]) -> None:
    channel, far = ends
    sent = messages(random.Random(2), 60)
    for message in sent:
        channel.send_message(message)
    assert channel.unsent
    received: list[Message] = []
    buffer = bytearray()
    while len(received) < len(sent):
        channel.flush()
        buffer += far.recv(1 << 16)
        received += whole_messages(buffer)
    assert received == sent
    assert not channel.unsent


def test_a_channel_waits_until_it_can_send_or_receive(ends: tuple[Channel, socket.socket]) -> None:
    channel, far = ends
    channel.send_message(Message(MessageKind.VALUE, payload=bytes(1 << 22)))
    thread = threading.Thread(target=lambda: send_message(far, Message(MessageKind.READY)))
    with far.makefile("rb") as stream:
        reading = threading.Thread(target=lambda: read_message(stream))
        reading.start()
        while channel.unsent:
            wait_for_any([channel], 60.0)
            channel.flush()
        reading.join()
    thread.start()
    wait_for_any([channel], 60.0)
    assert channel.receive() == [Message(MessageKind.READY)]
    thread.join()


def test_a_socket_goes_with_the_first_byte_of_its_message(
    ends: tuple[Channel, socket.socket],
) -> None:
    channel, far = ends
    # The line is full, so that nothing of the message goes through at first.
    channel.send(bytes(1 << 22))
    one, other = socket.socketpair()
    message = Message(MessageKind.FORK, 3, bytes(1 << 20))
    channel.send_message(message, handed_over=other)
    assert other.fileno() >= 0
    buffer = bytearray()
    handles: list[int] = []
    while len(buffer) < (1 << 22) + (1 << 20) + len(message.head()):
        channel.flush()
        content, handed_over, _, _ = socket.recv_fds(far, 1 << 16, 1)
        buffer += content
        if handed_over:
            # All before it has come, and of the message no more than these bytes.
            assert 1 << 22 < len(buffer) <= (1 << 22) + (1 << 16)
        handles += handed_over
    del buffer[: 1 << 22]
    assert whole_messages(buffer) == [message]
    # It is closed here, and whole there.
    assert other.fileno() == -1
    (handle,) = handles
    with one, socket.socket(fileno=handle) as received:
        one.sendall(b"hello")
        assert received.recv(5) == b"hello"


def test_a_line_that_is_cut_is_no_error(ends: tuple[Channel, socket.socket]) -> None:
    channel, far = ends
    send_message(far, Message(MessageKind.VALUE, 1, b"last"))
    far.sendall(Message(MessageKind.VALUE, 2, b"never whole").head())
    far.close()
    one, other = socket.socketpair()
    with one:
        channel.send_message(Message(MessageKind.JOB, payload=bytes(1 << 20)), handed_over=other)
        assert not channel.unsent
        assert other.fileno() == -1
    assert channel.drain() == [Message(MessageKind.VALUE, 1, b"last")]
    assert channel.has_ended
    channel.end_sending()


def test_jobs_are_served_until_there_are_no_more() -> None:
    near, far = socket.socketpair()
    channel = Channel(near)
    for number in range(3):
        channel.send_message(Message(MessageKind.JOB, number, b"x" * number))
    channel.end_sending()
    with closing(channel), far, far.makefile("rb") as stream:
        serve(
            stream,
            lambda message: send_message(far, message),
            lambda job: Message(MessageKind.VALUE, job.serial, 2 * job.payload),
        )
        assert [message.payload for message in channel.drain()] == [b"", b"xx", b"xxxx"]


def test_a_report_keeps_its_numbers() -> None:
    for report in (Report(-9, 1.25, 1 << 40, stays=False), Report(0, 0.0, 0, stays=True)):
        assert Report.unpacked(report.packed()) == report
