{{/* Settings of all pods and containers: the restricted profile of Kubernetes and a read-only root file system. */}}

{{- define "daymark.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .uid }}
  runAsGroup: {{ .uid }}
  fsGroup: {{ .uid }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    {{- toYaml (.seccomp | default (dict "type" "RuntimeDefault")) | nindent 4 }}
{{- end }}

{{- define "daymark.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "daymark.pullSecrets" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Placement of the pods of a component: on different zones and nodes if possible. */}}
{{- define "daymark.placement" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "daymark.selector" $ | nindent 8 }}
  {{- end }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with get $.settings $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Settings of a server process. Arguments: root, component, service (merged with the defaults). Secrets are always files. */}}
{{- define "daymark.env" -}}
{{- $v := .root.Values -}}
- { name: DAYMARK_SECRET_FILE, value: /run/secrets/daymark/secret }
{{- if .service.database }}
- { name: DAYMARK_DATABASE_URL_FILE, value: /run/secrets/daymark/database-url }
{{- else }}
# this service has no database
- { name: DAYMARK_DATABASE_URL, value: 'postgres://none.invalid/none' }
{{- end }}
- { name: DAYMARK_NATS_URL, value: {{ include "daymark.natsUrl" .root | quote }} }
- { name: DAYMARK_NATS_REPLICAS, value: {{ $v.nats.replicas | quote }} }
- { name: DAYMARK_NATS_NKEY_FILE, value: /run/secrets/daymark/nats.nk }
- { name: DAYMARK_RPC_PUBLIC_KEYS_FILE, value: /run/secrets/daymark/rpc.pub }
{{- if .service.caller }}
- { name: DAYMARK_RPC_PRIVATE_KEY_FILE, value: /run/secrets/daymark/rpc.key }
{{- end }}
{{- if include "daymark.natsTls" .root }}
- { name: DAYMARK_NATS_TLS_CA_FILE, value: /run/secrets/daymark/nats-ca.pem }
{{- end }}
- { name: DAYMARK_PUBLIC_URL, value: {{ $v.publicUrl | quote }} }
- { name: DAYMARK_LOG_LEVEL, value: {{ $v.logLevel }} }
- { name: DAYMARK_VERSION, value: {{ $v.image.tag | default .root.Chart.AppVersion | quote }} }
{{- if .service.store }}
- { name: DAYMARK_STORAGE_DRIVER, value: {{ $v.store.driver }} }
{{- if eq $v.store.driver "s3" }}
- { name: DAYMARK_STORAGE_ENDPOINT, value: {{ include "daymark.storeEndpoint" .root | quote }} }
- { name: DAYMARK_STORAGE_BUCKET, value: {{ $v.store.bucket | quote }} }
- { name: DAYMARK_STORAGE_REGION, value: {{ $v.store.region | quote }} }
- { name: DAYMARK_STORAGE_PATH_STYLE, value: {{ $v.store.pathStyle | quote }} }
- { name: DAYMARK_STORAGE_ACCESS_KEY_FILE, value: /run/secrets/daymark/store-access-key }
- { name: DAYMARK_STORAGE_SECRET_KEY_FILE, value: /run/secrets/daymark/store-secret-key }
{{- else }}
- { name: DAYMARK_STORAGE_DIR, value: /store }
{{- end }}
{{- end }}
{{- if .service.backups }}
{{- range $name, $store := include "daymark.backupStores" .root | fromYaml }}
- { name: DAYMARK_{{ upper $name }}_DRIVER, value: {{ $store.driver }} }
- { name: DAYMARK_{{ upper $name }}_MB_PER_SECOND, value: {{ $store.mbPerSecond | quote }} }
{{- if eq $store.driver "s3" }}
- { name: DAYMARK_{{ upper $name }}_ENDPOINT, value: {{ required (printf "%s: the driver s3 requires endpoint" $name) $store.endpoint | quote }} }
- { name: DAYMARK_{{ upper $name }}_BUCKET, value: {{ $store.bucket | quote }} }
- { name: DAYMARK_{{ upper $name }}_REGION, value: {{ $store.region | quote }} }
- { name: DAYMARK_{{ upper $name }}_PATH_STYLE, value: {{ $store.pathStyle | quote }} }
- { name: DAYMARK_{{ upper $name }}_ACCESS_KEY_FILE, value: /run/secrets/daymark/{{ $name }}-access-key }
- { name: DAYMARK_{{ upper $name }}_SECRET_KEY_FILE, value: /run/secrets/daymark/{{ $name }}-secret-key }
{{- else }}
- { name: DAYMARK_{{ upper $name }}_DIR, value: /{{ $name }} }
{{- end }}
{{- end }}
{{- end }}
{{- if .service.encryption }}
- { name: DAYMARK_ENCRYPTION_KEYS_FILE, value: /run/secrets/daymark/encryption-keys }
{{- end }}
{{- if .service.admin }}
- { name: DAYMARK_ADMIN_EMAIL, value: {{ $v.app.adminEmail | quote }} }
- { name: DAYMARK_ADMIN_PASSWORD_FILE, value: /run/secrets/daymark/admin-password }
{{- end }}
{{- with $v.telemetry.otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_SERVICE_NAME, value: daymark-{{ $.component }} }
{{- end }}
{{- range $name, $value := .service.env }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range $name, $_ := .service.secretEnv }}
- { name: {{ $name }}_FILE, value: /run/secrets/daymark/{{ $name | lower | replace "_" "-" }} }
{{- end }}
{{- end }}

{{/* Volumes of a server process, with only those keys of each secret that the service needs. Arguments as for `daymark.env`. */}}
{{- define "daymark.volumes" -}}
{{- $v := .root.Values -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ include "daymark.secret.app" .root }}
          items:
            - { key: secret, path: secret }
            {{- if .service.admin }}
            - { key: admin-password, path: admin-password }
            {{- end }}
      {{- if .service.database }}
      - secret:
          name: {{ include "daymark.secret.postgres" .root }}
          items: [{ key: url, path: database-url }]
      {{- end }}
      - secret:
          name: {{ include "daymark.secret.bus" .root }}
          items:
            - { key: {{ .component }}.nk, path: nats.nk }
            - { key: rpc.pub, path: rpc.pub }
            {{- if .service.caller }}
            - { key: rpc.key, path: rpc.key }
            {{- end }}
      {{- if include "daymark.natsTls" .root }}
      - secret:
          name: {{ include "daymark.secret.natsTls" .root }}
          items: [{ key: ca.crt, path: nats-ca.pem }]
      {{- end }}
      {{- if and .service.store (eq $v.store.driver "s3") }}
      - secret:
          name: {{ include "daymark.secret.store" .root }}
          items:
            - { key: access-key, path: store-access-key }
            - { key: secret-key, path: store-secret-key }
      {{- end }}
      {{- if .service.backups }}
      {{- range $name, $store := include "daymark.backupStores" .root | fromYaml }}
      {{- if eq $store.driver "s3" }}
      - secret:
          name: {{ required (printf "%s: the driver s3 requires existingSecret" $name) $store.existingSecret }}
          items:
            - { key: access-key, path: {{ $name }}-access-key }
            - { key: secret-key, path: {{ $name }}-secret-key }
      {{- end }}
      {{- end }}
      {{- end }}
      {{- if .service.encryption }}
      - secret:
          name: {{ include "daymark.secret.encryption" .root }}
          items: [{ key: keys, path: encryption-keys }]
      {{- end }}
      {{- range $name, $from := .service.secretEnv }}
      - secret:
          name: {{ $from.secret }}
          items: [{ key: {{ $from.key }}, path: {{ $name | lower | replace "_" "-" }} }]
      {{- end }}
- name: scratch
  emptyDir: { sizeLimit: {{ .service.scratch }} }
{{- if and .service.store (eq $v.store.driver "folder") }}
- name: store
  persistentVolumeClaim: { claimName: {{ required "store: the driver folder requires existingClaim (ReadWriteMany)" $v.store.existingClaim }} }
{{- end }}
{{- if .service.backups }}
{{- range $name, $store := include "daymark.backupStores" .root | fromYaml }}
{{- if eq $store.driver "folder" }}
- name: {{ $name }}
  persistentVolumeClaim: { claimName: {{ required (printf "%s: the driver folder requires existingClaim (ReadWriteMany)" $name) $store.existingClaim }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "daymark.volumeMounts" -}}
- { name: secrets, mountPath: /run/secrets/daymark, readOnly: true }
- { name: scratch, mountPath: /tmp }
{{- if and .service.store (eq .root.Values.store.driver "folder") }}
- { name: store, mountPath: /store }
{{- end }}
{{- if .service.backups }}
{{- range $name, $store := include "daymark.backupStores" .root | fromYaml }}
{{- if eq $store.driver "folder" }}
- { name: {{ $name }}, mountPath: /{{ $name }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}
