// The build generates these modules (apps/web/vite). Tests generate them from the same files (apps/web/test).
declare module 'virtual:endpoints' {
  export const endpoints: readonly import('./endpoints/endpoint.ts').Endpoint[]
}
declare module 'virtual:samples' {
  export const samples: import('./code/languages.tsx').Samples
}
