// Files for the web image: the compressed build with the version in the page, and the nginx configuration, derived from the rules and
// headers of the gateway. usage: node nginx.mjs BUILT OUT [BASE [MODULES]]
//   OUT/srv/web the files, OUT/etc/nginx the configuration, OUT/etc/daymark-web files that a deployment may replace
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inlineScriptHashes, securityHeaders } from '../../apps/gateway/src/edge/security-headers.ts'
import * as rules from '../../apps/gateway/src/pages/web-rules.ts'

// `base`: location of OUT at run time, for tests. `modules`: folder of the nginx modules; `none`: without brotli.
const [, , built, out, base = '', modules = '/usr/lib/nginx/modules'] = process.argv
const hasBrotli = modules !== 'none'
const webFolder = join(resolve(out), 'srv/web')
const page = readFileSync(join(built, 'index.html'), 'utf8')

cpSync(built, webFolder, { recursive: true, filter: path => !/(^|\/)\.[^/.]/.test(path.slice(built.length)) })
writeFileSync(join(webFolder, 'index.html'), rules.fillMetaTag(page, 'version', rules.computePageVersion(page)))

/** Reads the response headers that the gateway would set. They depend on whether the public address uses https. */
function readHeaders(publicUrl) {
  const headers = {}
  const response = { setHeader: (name, value) => void (headers[name] = String(value)), removeHeader() {} }
  securityHeaders({ publicUrl, scripts: inlineScriptHashes(page) })({}, response, () => {})
  return headers
}

const quote = text => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const [httpHeaders, httpsHeaders] = [
  readHeaders('http://photos.example.com'),
  readHeaders('https://photos.example.com'),
]
const variableName = name => `$header_${name.toLowerCase().replaceAll('-', '_')}`
const schemeDependentHeaders = Object.keys(httpsHeaders).filter(name => httpsHeaders[name] !== httpHeaders[name])
const maps = schemeDependentHeaders.map(
  name => `  map $http_x_forwarded_proto ${variableName(name)} {
    default ${quote(httpHeaders[name] ?? '')};
    https ${quote(httpsHeaders[name])};
  }`,
)
maps.push(
  ...Object.entries(rules.ICON_HEADERS).map(
    ([name, value]) => `  map $uri ${variableName(name)} {
    default ${quote(httpsHeaders[name])};
    ${rules.ICON_PATH} ${quote(value)};
  }`,
  ),
)
const variableHeaders = [...schemeDependentHeaders, ...Object.keys(rules.ICON_HEADERS)]
const headers = Object.entries(httpsHeaders).map(
  ([name, value]) => `add_header ${name} ${variableHeaders.includes(name) ? variableName(name) : quote(value)} always;`,
)
const methodCheckDirectives = `add_header Allow $allowed_methods always;
  if ($request_method = OPTIONS) {
    return 204;
  }
  if ($allowed_methods) {
    return 405;
  }`
const locationDirectives = (cache, ...more) =>
  ['include HEADERS;', `add_header Cache-Control ${quote(cache)} always;`, methodCheckDirectives, ...more].join('\n  ')
const pageDirectives = `gzip on;
  sub_filter_once on;
  sub_filter_last_modified on;
  sub_filter 'name="daymark-support" content="' 'name="daymark-support" content="$daymark_support';`
const noIndexHeader = 'add_header X-Robots-Tag noindex always;'

const files = {
  'etc/nginx/nginx.conf': `${hasBrotli ? `load_module ${modules}/ngx_http_brotli_static_module.so;` : ''}
worker_processes 2;
pid TMP/nginx.pid;
# no access log: gallery addresses are secret
error_log stderr crit;
events {
  worker_connections 8192;
}
http {
  types {
    text/html html;
    text/css css;
    text/javascript js mjs;
    text/plain txt;
    text/markdown md;
    image/svg+xml svg;
    image/png png;
    image/webp webp;
    image/vnd.microsoft.icon ico;
    font/woff2 woff2;
    application/json json;
    application/manifest+json webmanifest;
    ${rules.YAML_MEDIA_TYPE} yaml;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/css text/javascript text/plain text/markdown application/json ${rules.YAML_MEDIA_TYPE};
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  gzip_min_length 1024;
  gzip_vary on;
  gzip_proxied any;
  client_body_temp_path TMP/body;
  proxy_temp_path TMP/proxy;
  fastcgi_temp_path TMP/fastcgi;
  uwsgi_temp_path TMP/uwsgi;
  scgi_temp_path TMP/scgi;
${maps.join('\n')}
  map $request_method $allowed_methods { default "GET, HEAD, OPTIONS"; ~^(GET|HEAD)$ ""; } # files and pages are only read
  map $http_x_forwarded_proto $daymark_scheme {
    default $scheme;
    https https;
  }
  # the operations port
  server {
    listen 8081;
    location = /healthz {
      return 200;
    }
  }
  include CONFIG/*.conf;
}
`,
  'etc/nginx/headers.conf': `${headers.join('\n')}\n`,
  // for the `server` block: serves the files and pages of the application
  'etc/nginx/web.conf': `root FILES;
gzip_static on;
${hasBrotli ? 'brotli_static on;' : ''}
location ~* ^/(${rules.RESERVED_PREFIXES.join('|')})(/|$) {
  ${locationDirectives('no-store')}
  return 404;
}
location ~ ${rules.GALLERY_PATTERN} {
  ${locationDirectives(rules.cacheControl.others, noIndexHeader, pageDirectives)}
  try_files /index.html =404;
}
location ^~ /${rules.HASHED_FOLDER}/ {
  ${locationDirectives(rules.cacheControl.hashed)}
  try_files $uri @missing;
}
location = /index.html {
  ${locationDirectives(rules.cacheControl.others, pageDirectives)}
}
location ~* ${rules.FILE_PATTERN} {
  ${locationDirectives(rules.cacheControl.others)}
  try_files $uri @missing;
}
location ~ ${rules.SCREEN_PATTERN} {
  ${locationDirectives(rules.cacheControl.others, pageDirectives)}
  try_files /index.html =404;
}
location / {
  error_page 404 @no-screen;
  return 404;
}
location @no-screen {
  ${locationDirectives(rules.cacheControl.others, pageDirectives)}
  try_files /index.html =404;
}
location @missing {
  ${locationDirectives('no-store')}
  return 404;
}
`,
  // for the `server` block, before web.conf: forwards the dynamic paths to the gateway
  'etc/nginx/front.conf': `location ~* ^/(${[...rules.RESERVED_PREFIXES, ...rules.GATEWAY_PAGES].join('|')})(/|$) {
  include GATEWAY;
}
`,
  // for a `location` block: forwards to \$daymark_gateway, the address of the gateway. Bodies are streamed in both directions.
  'etc/nginx/gateway.conf': `proxy_pass $daymark_gateway;
proxy_http_version 1.1;
proxy_set_header Connection "";
proxy_set_header Host $http_host;
proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
proxy_set_header X-Forwarded-Proto $daymark_scheme;
proxy_request_buffering off;
proxy_max_temp_file_size 0;
proxy_connect_timeout 5s;
proxy_read_timeout 1h;
proxy_send_timeout 1h;
client_max_body_size 0;
`,
  'etc/daymark-web/default.conf': `map "" $daymark_support {
  default "";
}
server {
  listen 8080 default_server;
  include WEB;
}
`,
}

const pathsByName = {
  HEADERS: `${base}/etc/nginx/headers.conf`,
  GATEWAY: `${base}/etc/nginx/gateway.conf`,
  CONFIG: `${base}/etc/daymark-web`,
  FILES: `${base}/srv/web`,
  WEB: `${base}/etc/nginx/web.conf`,
  TMP: `${base}/tmp`,
}
for (const [name, text] of Object.entries(files)) {
  const path = join(out, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(
    path,
    text.replaceAll(/\b(HEADERS|GATEWAY|CONFIG|FILES|WEB|TMP)\b/g, word => pathsByName[word]),
  )
}
