{{/* Paths of the public address that the gateway serves. The web application serves all others. */}}
{{- define "daymark.gatewayPaths" -}}["/api", "/v1", "/media", "/share", "/studio"]{{- end }}

{{/* Name of the secret with the certificate of a host name. */}}
{{- define "daymark.tlsName" -}}{{ printf "%s-tls-%s" .Release.Name (.host | replace "." "-" | trunc 40) | trimSuffix "-" }}{{- end }}

{{- define "daymark.parentRef" -}}
{ name: {{ .parent.name }}, namespace: {{ .parent.namespace }}{{ if .create }}, sectionName: {{ printf "https-%s" (replace "." "-" .host) | trunc 63 | trimSuffix "-" }}{{ end }} }
{{- end }}
