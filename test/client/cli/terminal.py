"""Runs a command in a pseudo-terminal: what comes in is typed, what it prints goes out. COLUMNS and LINES give the size."""

import fcntl, os, pty, select, struct, sys, termios

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
size = struct.pack("HHHH", int(os.environ["LINES"]), int(os.environ["COLUMNS"]), 0, 0)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)
sources = [terminal, 0]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            data = b""
        if not data:
            sources.remove(source)
        elif source == terminal:
            os.write(1, data)
        else:
            os.write(terminal, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
