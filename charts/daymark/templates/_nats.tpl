{{- define "daymark.natsConfig" -}}
{{- $name := printf "%s-nats" .Release.Name -}}
server_name: $SERVER_NAME
# a page of 1,000 photos is one message
max_payload: 8MB
http_port: 8222
jetstream { store_dir: "/data" }
include "permissions.conf"
tls { cert_file: "/etc/nats-tls/tls.crt", key_file: "/etc/nats-tls/tls.key", ca_file: "/etc/nats-tls/ca.crt" }
{{- if gt (int .Values.nats.replicas) 1 }}
cluster {
  name: daymark
  port: 6222
  # only servers with a certificate of the same authority can join
  tls { cert_file: "/etc/nats-tls/tls.crt", key_file: "/etc/nats-tls/tls.key", ca_file: "/etc/nats-tls/ca.crt", verify: true }
  routes: [
    {{- range $n := until (int .Values.nats.replicas) }}
    "nats-route://{{ $name }}-{{ $n }}.{{ $name }}:6222"
    {{- end }}
  ]
}
{{- end }}
{{- end }}

{{- define "daymark.natsNames" -}}
{{- $name := printf "%s-nats" .Release.Name -}}
{{ list $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace) (printf "*.%s" $name) | toJson }}
{{- end }}

{{/* Certificate of the bundled bus: from the values, from cert-manager, or generated once. */}}
{{- define "daymark.natsCertificate" -}}
{{- $name := printf "%s-nats" .Release.Name -}}
{{- $names := include "daymark.natsNames" . | fromJsonArray -}}
{{- $secret := printf "%s-tls" $name -}}
{{- $meta := include "daymark.metadata" (dict "root" . "component" "nats-tls") -}}
{{- if .Values.nats.tls.existingSecret }}
{{- else if .Values.nats.tls.issuer.name }}
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  {{- $meta | nindent 2 }}
spec:
  secretName: {{ $secret }}
  issuerRef: { group: cert-manager.io, kind: {{ .Values.nats.tls.issuer.kind }}, name: {{ .Values.nats.tls.issuer.name }} }
  dnsNames: {{ toJson $names }}
  usages: [server auth, client auth]
{{- else }}
{{- $certificate := (lookup "v1" "Secret" .Release.Namespace $secret).data }}
{{- if not $certificate }}
{{- $ca := genCA (printf "%s-authority" $name) 3650 }}
{{- $cert := genSignedCert $name nil $names 3650 $ca }}
{{- $certificate = dict "ca.crt" ($ca.Cert | b64enc) "tls.crt" ($cert.Cert | b64enc) "tls.key" ($cert.Key | b64enc) }}
{{- end }}
apiVersion: v1
kind: Secret
type: kubernetes.io/tls
metadata:
  {{- $meta | nindent 2 }}
  annotations: { helm.sh/resource-policy: keep }
data:
  ca.crt: {{ get $certificate "ca.crt" }}
  tls.crt: {{ get $certificate "tls.crt" }}
  tls.key: {{ get $certificate "tls.key" }}
{{- end }}
{{- end }}
