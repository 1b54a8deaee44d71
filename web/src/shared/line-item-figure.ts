/** A figure of a line item's current month that the user wants explained. */
export interface LineItemFigure {
  goalKey: number;
  goalName: string;
  /** The metric's name in the pacing table. */
  key: string;
  value: number;
}

export interface LineItemFigureProps {
  ownerKey: number;
  figure: LineItemFigure | null;
  onClose: () => void;
}
