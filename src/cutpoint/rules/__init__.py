"""What is built from trees: C4.5's rules (Quinlan 1993, chapter 5).

Every path of a tree is a rule; each is freed of conditions that do not help, the best subset of
them is chosen for each class by description length, and the classes are put in order.
"""
