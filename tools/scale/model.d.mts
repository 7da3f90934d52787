type Figures = Record<string, number>
export function readMeasuredFigures(page: string): Figures
export declare const ASSUMED_FIGURES: Figures
export function computeScale(measured: Figures, assumed?: Figures): Figures
