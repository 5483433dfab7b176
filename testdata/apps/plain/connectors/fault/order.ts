// Always gives the same answer.
export const Complete = () => "Your order is on its way. Order 12345 ships on 2024-05-01.";
