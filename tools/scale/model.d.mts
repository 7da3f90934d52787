type Figures = Record<string, number>
export function measured(page: string): Figures
export declare const ASSUMED: Figures
export function scaled(measured: Figures, assumed?: Figures): Figures
