# Varnish in front of Lodestock: files by their permission, and what everyone may see; docs/scaling.md explains it.
# It needs the package varnish-vmod-digest. Put LODESTOCK_EDGE_KEY in place of EDGE_KEY.
vcl 4.1;
import digest;
import std;

backend default {
  .host = "127.0.0.1";
  .port = "8787";
  .probe = {
    .url = "/healthz";
    .interval = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

sub vcl_recv {
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.url ~ "^/f/[0-9a-f]{64}/") {
    set req.http.X-Until = regsub(req.url, "^.*[?&]until=([0-9]+).*$", "\1");
    if (std.time(req.http.X-Until, now - 1s) < now || regsub(req.url, "^.*[?&]permit=([\w-]+).*$", "\1") !=
        digest.base64url_nopad_hex(digest.hash_md5(req.http.X-Until + regsub(req.url, "^/f/([0-9a-f]+)/.*$", "\1") + " EDGE_KEY"))) {
      return (synth(404));
    }
    unset req.http.Cookie;
    unset req.http.Authorization;
    return (hash);
  }
  # A signed-in caller has answers of their own.
  if (req.http.Authorization || req.http.Cookie ~ "(^|; )(__Host-)?lodestock") {
    return (pass);
  }
  unset req.http.Cookie;
  if (std.healthy(req.backend_hint)) {
    set req.grace = 10s;
  }
  return (hash);
}

sub vcl_hash {
  if (req.url ~ "^/f/") {
    hash_data(regsub(req.url, "\?.*$", ""));
    return (lookup);
  }
}

sub vcl_backend_response {
  if (bereq.url ~ "^/f/") {
    if (beresp.status == 200) {
      set beresp.ttl = 30d;
      return (deliver);
    }
  } elseif (beresp.status == 200 && beresp.http.Cache-Control ~ "^public" && beresp.ttl < 2s) {
    # Listings are two seconds old, for the first who asks after a while ten; without the server an hour.
    set beresp.ttl = 2s;
    set beresp.grace = 1h;
    return (deliver);
  }
}
