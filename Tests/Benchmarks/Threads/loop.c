// Answers each read with the same bytes, from loops around epoll_wait: loop PORT THREADS BYTES
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char answer[4096];
static size_t size;

static void *serve(void *argument) {
  int loop = *(int *)argument;
  struct epoll_event events[64];
  char request[8192];
  for (;;) {
    int count = epoll_wait(loop, events, 64, -1);
    for (int i = 0; i < count; i++) {
      int client = events[i].data.fd;
      if (read(client, request, sizeof request) <= 0 || write(client, answer, size) < 0) close(client);
    }
  }
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int threads = atoi(arguments[2]), body = atoi(arguments[3]), on = 1, loops[64];
  if (threads < 1 || threads > 64 || body < 0 || body > 3000) return 2;
  size = sprintf(answer, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", body);
  memset(answer + size, 'a', body);
  size += body;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512)) return 1;
  for (int i = 0; i < threads; i++) {
    pthread_t thread;
    loops[i] = epoll_create1(0);
    pthread_create(&thread, NULL, serve, &loops[i]);
  }
  // As many connections for each loop.
  for (int i = 0;; i++) {
    int client = accept(listener, NULL, NULL);
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_ctl(loops[i % threads], EPOLL_CTL_ADD, client, &(struct epoll_event){.events = EPOLLIN, .data.fd = client});
  }
}
