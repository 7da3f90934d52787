{{/* True if the chart generates secrets, because the values do not name all of them. */}}
{{- define "daymark.makesSecrets" -}}
{{- $v := .Values -}}
{{- if or (not $v.app.existingSecret) (not $v.encryption.existingSecret) (not $v.nats.existingSecret) (and $v.postgres.bundled (not $v.postgres.existingSecret)) (and $v.store.bundled (not $v.store.existingSecret)) -}}true{{- end -}}
{{- end }}

{{/* Metadata of objects that are created before all others of a version. Argument: dict "root" "component" "weight" "hooks". */}}
{{- define "daymark.hookMetadata" -}}
{{ include "daymark.metadata" . }}
annotations:
  helm.sh/hook: {{ .hooks | default "pre-install,pre-upgrade" }}
  helm.sh/hook-weight: {{ .weight | quote }}
  helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{- define "daymark.migrateJobSpec" -}}
{{- $setup := dict "root" . "component" "setup" "service" (dict "database" true "scratch" "64Mi") -}}
backoffLimit: {{ .Values.migrate.attempts }}
activeDeadlineSeconds: {{ .Values.migrate.deadlineSeconds }}
template:
  metadata:
    labels:
      {{- include "daymark.labels" (dict "root" . "component" "migrate") | nindent 6 }}
  spec:
    restartPolicy: Never
    {{- include "daymark.podSecurity" (dict "uid" 1000) | nindent 4 }}
    {{- include "daymark.pullSecrets" . | nindent 4 }}
    {{- if include "daymark.anyBundled" . }}
    initContainers:
      - name: wait
        {{- include "daymark.serverImage" (dict "root" .) | nindent 8 }}
        args: [wait]
        env:
          {{- include "daymark.env" $setup | nindent 10 }}
        resources:
          {{- toYaml .Values.migrate.resources | nindent 10 }}
        volumeMounts:
          {{- include "daymark.volumeMounts" $setup | nindent 10 }}
    {{- end }}
    containers:
      - name: migrate
        {{- include "daymark.serverImage" (dict "root" .) | nindent 8 }}
        args: [migrate]
        env:
          {{- include "daymark.env" $setup | nindent 10 }}
        resources:
          {{- toYaml .Values.migrate.resources | nindent 10 }}
        volumeMounts:
          {{- include "daymark.volumeMounts" $setup | nindent 10 }}
    volumes:
      {{- include "daymark.volumes" $setup | nindent 6 }}
{{- end }}
