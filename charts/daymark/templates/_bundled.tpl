{{/* Bundled programs: each is a StatefulSet with one volume. Arguments: root, component, settings, uid, ports, headless. */}}

{{- define "daymark.bundledHead" -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  serviceName: {{ include "daymark.fullname" . }}
  replicas: {{ .settings.replicas | default 1 }}
  podManagementPolicy: Parallel
  selector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .settings.volume.storageClass }}
        storageClassName: {{ . }}
        {{- end }}
        resources: { requests: { storage: {{ .settings.volume.size }} } }
{{- end }}

{{- define "daymark.bundledPod" -}}
serviceAccountName: {{ .root.Release.Name }}
{{ include "daymark.podSecurity" . }}
{{- include "daymark.pullSecrets" .root }}
{{ include "daymark.placement" . }}
{{- end }}

{{- define "daymark.bundledService" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  {{- if .headless }}
  clusterIP: None
  {{- end }}
  # also publishes pods that are not ready: there is no other pod, and the servers of the bus find each other immediately
  publishNotReadyAddresses: true
  selector:
    {{- include "daymark.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := .ports }}
    - { name: {{ $name }}, port: {{ $port }}, targetPort: {{ $port }} }
    {{- end }}
{{- end }}
