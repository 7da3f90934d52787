{{/* What the gateway answers itself; everything else of the public address is the web application. */}}
{{- define "daymark.gatewayPaths" -}}["/api", "/v1", "/media", "/share", "/studio"]{{- end }}

{{/* All host names from outside: the public address, then owners' own domains, which are the gateway's alone. */}}
{{- define "daymark.tlsName" -}}{{ printf "%s-tls-%s" .Release.Name (.host | replace "." "-" | trunc 40) | trimSuffix "-" }}{{- end }}

{{- define "daymark.parentRef" -}}
{ name: {{ .parent.name }}, namespace: {{ .parent.namespace }}{{ if .create }}, sectionName: {{ printf "https-%s" (replace "." "-" .host) | trunc 63 | trimSuffix "-" }}{{ end }} }
{{- end }}
