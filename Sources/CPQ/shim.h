#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
