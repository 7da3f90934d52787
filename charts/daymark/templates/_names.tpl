{{/* Names and selectors contain the release, so two releases do not conflict. Argument of each: dict "root" $ "component" "library". */}}

{{- define "daymark.fullname" -}}
{{ printf "%s-%s" .root.Release.Name .component | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "daymark.selector" -}}
app.kubernetes.io/name: daymark
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "daymark.labels" -}}
{{ include "daymark.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Metadata of every object. */}}
{{- define "daymark.metadata" -}}
name: {{ include "daymark.fullname" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "daymark.labels" . | nindent 2 }}
{{- end }}

{{- define "daymark.image" -}}
{{- $tag := .image.tag | default .root.Chart.AppVersion -}}
{{ .image.repository }}{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ $tag }}{{ end }}
{{- end }}

{{/* Names of secrets: the secrets in the values, otherwise the secrets that the chart generates. */}}
{{- define "daymark.secret.app" -}}{{ .Values.app.existingSecret | default (printf "%s-app" .Release.Name) }}{{- end }}
{{- define "daymark.secret.bus" -}}{{ .Values.nats.existingSecret | default (printf "%s-bus" .Release.Name) }}{{- end }}
{{- define "daymark.secret.postgres" -}}{{ .Values.postgres.existingSecret | default (printf "%s-postgres" .Release.Name) }}{{- end }}
{{- define "daymark.secret.store" -}}{{ .Values.store.existingSecret | default (printf "%s-store" .Release.Name) }}{{- end }}
{{- define "daymark.secret.encryption" -}}{{ .Values.encryption.existingSecret | default (printf "%s-encryption" .Release.Name) }}{{- end }}
{{- define "daymark.secret.natsTls" -}}{{ .Values.nats.tls.existingSecret | default (printf "%s-nats-tls" .Release.Name) }}{{- end }}

{{- define "daymark.natsTls" -}}{{ if or .Values.nats.bundled .Values.nats.tls.existingSecret }}true{{ end }}{{- end }}
{{- define "daymark.natsUrl" -}}
{{- if .Values.nats.bundled -}}tls://{{ .Release.Name }}-nats:4222{{- else -}}{{ required "nats.url is required if nats.bundled is false" .Values.nats.url }}{{- end -}}
{{- end }}
{{- define "daymark.storeEndpoint" -}}
{{- if .Values.store.bundled -}}http://{{ .Release.Name }}-store:7070{{- else -}}{{ required "store.endpoint is required if store.bundled is false" .Values.store.endpoint }}{{- end -}}
{{- end }}
{{/* The enabled stores for backups of accounts, by their names in the settings. */}}
{{- define "daymark.backupStores" -}}
{{- $stores := dict -}}
{{- range $name, $store := dict "backup" .Values.backups "offsite" .Values.offsite }}{{- if $store.driver }}{{- $_ := set $stores $name $store }}{{- end }}{{- end -}}
{{- toYaml $stores -}}
{{- end }}
{{- define "daymark.anyBundled" -}}{{ if or .Values.postgres.bundled .Values.nats.bundled }}true{{ end }}{{- end }}
{{- define "daymark.host" -}}{{ (urlParse .Values.publicUrl).hostname }}{{- end }}
