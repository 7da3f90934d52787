{{/*
Allowed connections. network.yaml denies all others. Each template allows the connections of one component. Arguments: root, component.
*/}}

{{- define "daymark.peer" -}}
- podSelector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
{{- end }}

{{/* Access to DNS. */}}
{{- define "daymark.egress.dns" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end }}

{{- define "daymark.egress.postgres" -}}
{{- if .Values.postgres.bundled }}
- to:
    {{- include "daymark.peer" (dict "root" . "component" "postgres") | nindent 4 }}
  ports: [{ protocol: TCP, port: 5432 }]
{{- else }}
{{ toYaml (list .Values.postgres.egress) }}
{{- end }}
{{- end }}

{{- define "daymark.egress.nats" -}}
{{- if .Values.nats.bundled }}
- to:
    {{- include "daymark.peer" (dict "root" . "component" "nats") | nindent 4 }}
  ports: [{ protocol: TCP, port: 4222 }]
{{- else }}
{{ toYaml (list .Values.nats.egress) }}
{{- end }}
{{- end }}

{{- define "daymark.egress.store" -}}
{{- if .Values.store.bundled }}
- to:
    {{- include "daymark.peer" (dict "root" . "component" "store") | nindent 4 }}
  ports: [{ protocol: TCP, port: 7070 }]
{{- else if eq .Values.store.driver "s3" }}
{{ toYaml (list .Values.store.egress) }}
{{- end }}
{{- end }}

{{/* The internet without private networks. */}}
{{- define "daymark.egress.internet" -}}
- to:
    - ipBlock: { cidr: 0.0.0.0/0, except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16] }
    - ipBlock: { cidr: '::/0', except: ['::1/128', 'fc00::/7', 'fe80::/10'] }
  ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{- define "daymark.networkPolicy" -}}
{{- $v := .root.Values -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if .service.edge }}
    # sources of external requests, and the test of this chart
    - from:
        {{- toYaml $v.networkPolicy.ingressFrom | nindent 8 }}
        {{- include "daymark.peer" (dict "root" .root "component" "test") | nindent 8 }}
      ports: [{ protocol: TCP, port: 8080 }]
    {{- end }}
    - from:
        {{- toYaml $v.networkPolicy.monitoringFrom | nindent 8 }}
      ports: [{ protocol: TCP, port: 9464 }]
  egress:
    {{- include "daymark.egress.dns" .root | nindent 4 }}
    {{- include "daymark.egress.nats" .root | nindent 4 }}
    {{- if .service.database }}
    {{- include "daymark.egress.postgres" .root | nindent 4 }}
    {{- end }}
    {{- if .service.store }}
    {{- include "daymark.egress.store" .root | nindent 4 }}
    {{- end }}
    {{- if .service.backups }}
    {{- range include "daymark.backupStores" .root | fromYaml }}
    {{- if eq .driver "s3" }}
    {{- toYaml (list .egress) | nindent 4 }}
    {{- end }}
    {{- end }}
    {{- end }}
    {{- with .service.internetPorts }}
    {{- include "daymark.egress.internet" (dict "ports" .) | nindent 4 }}
    {{- end }}
    {{- with $v.telemetry.egress }}
    {{- toYaml (list .) | nindent 4 }}
    {{- end }}
    {{- with .service.egress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Policy of a component that is not a service. Arguments: root, component, from (components), ports (for `from`), egress (rules). */}}
{{- define "daymark.closedPolicy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- if .from }}
  ingress:
    - from:
        {{- range .from }}
        {{- include "daymark.peer" (dict "root" $.root "component" .) | nindent 8 }}
        {{- end }}
      ports:
        {{- range .ports }}
        - { protocol: TCP, port: {{ . }} }
        {{- end }}
  {{- else }}
  ingress: []
  {{- end }}
  {{- if .egress }}
  egress:
    {{- .egress | nindent 4 }}
  {{- else }}
  egress: []
  {{- end }}
{{- end }}
