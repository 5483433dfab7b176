# The images of the action: slim, which is the default, and full.
#
#   docker build -t surefoot .
#   docker build -t surefoot:full --target full .
#
# No line names a frontend, so that builds need no registry but for the bases.
# There is no USER, since the runner's files belong to somebody else, and no
# WORKDIR, since the runner says where to work.

# Where the files come from: build compiles them; prebuilt takes them from
# prebuilt/ARCHITECTURE of the context, as .ci/prebuild writes it.
ARG FILES=build

FROM golang:1.26-bookworm AS build
ARG VERSION=
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false \
      -ldflags="-s -w -X github.com/surefoot-dev/surefoot/pkg/cli.stamp=$VERSION" -o /files/usr/local/bin/surefoot .
# What a static binary needs around it: certificates, and a folder for files
# that go again.
RUN mkdir -p /files/etc/ssl/certs /files/tmp \
 && cp /etc/ssl/certs/ca-certificates.crt /files/etc/ssl/certs/ \
 && chmod 1777 /files/tmp

FROM scratch AS prebuilt
ARG TARGETARCH
COPY prebuilt/$TARGETARCH/ /files/

FROM $FILES AS files

FROM debian:bookworm-slim AS full
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git nodejs python3 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=files /files/usr/local/bin/surefoot /usr/local/bin/surefoot
ENTRYPOINT ["/usr/local/bin/surefoot"]
CMD ["help"]

FROM scratch AS slim
COPY --from=files /files/ /
ENTRYPOINT ["/usr/local/bin/surefoot"]
CMD ["help"]
